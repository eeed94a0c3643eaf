export default function run(group: { id: string }) { console.log(group.id) }
