import * as params from "@params"
import { part } from "./part"
import "./main.css"
console.log(part, params.title)
export default part
