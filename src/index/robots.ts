// What robots.txt allows.

export { parseRobots } from "../url/robots/robots.js";
