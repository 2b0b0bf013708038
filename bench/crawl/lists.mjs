// Serves pages that name LINKS URLs each, so that a crawl of few pages meets many: 9 in 10 are of its own, which nobody
// else names, the others are named by others too. Tells its port, ends with its parent.
import { createServer } from "node:http";

const links = Number(process.argv[2]);
const hosts = 50;
const urlOf = (id) => `http://h${id % hosts}.lists.example/section-${id % 97}/an-article-of-some-length-${id}.html`;

const server = createServer((request, response) => {
  const id = Number(/-(\d+)\.html$/.exec(request.url)?.[1] ?? Number.NaN);
  response.writeHead(Number.isNaN(id) ? 404 : 200, { "content-type": "text/html" });
  if (Number.isNaN(id)) return response.end();
  let html = "<title>list</title>";
  for (let i = 0; i < links; i++) {
    // the pages of a number n name those of n * links + 1 and on; the tenth link one of the first
    const to = i % 10 === 9 ? (id * 31 + i * 17) % (10 * links) : id * links + 1 + i;
    html += `<a href="${urlOf(to)}">x</a>`;
  }
  response.end(html);
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`${JSON.stringify({ port: server.address().port, start: urlOf(0) })}\n`);
});
process.stdin.on("end", () => process.exit()).resume();
