import { near } from "./near"
import { util } from "./util"
import "./near.css"
export default [near, util]
