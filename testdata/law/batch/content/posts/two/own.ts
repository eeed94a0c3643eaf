export default "two"
