/** Terms of the field and the papers' symbols -> what they mean here, in the order of the alphabet. */
export const GLOSSARY: Readonly<Record<string, string>> = {
  "accuracy (PageRank order)":
    "The largest error left in a page's PageRank, as a share of it, when the next page is chosen: 0.01 in `crawlbench reproduce`, 0.001 elsewhere.",
  "alpha, beta, gamma":
    "Shares of the requests in the model of Broder et al. 2003, section 5.2: alpha for URLs that all threads share, beta for those of the page and host a thread works on, gamma for any URL at random.",
  area: "The mean of P over a crawl: 0.5 for a crawler that takes pages by chance, 1 for one that has all hot pages at once.",
  "backlink, IB(P)":
    "A link to a page. IB(P) counts all of them on the web; IB'(P), those from pages that were crawled so far.",
  "backlink order": "The waiting page with the most known backlinks goes first (IB').",
  "breadth-first order": "The page that was discovered first goes first.",
  "by construction":
    "A verdict that changes with a number that was put in, such as the share of repeats put back, the copies of a web that is crawled side by side, or the hosts inferred for one that names none; or one of a load that was made to show it.",
  campus:
    "A generated web of a university that comes with the package: 20,000 pages, 16,494 of which can be reached from its start page.",
  chance:
    "A crawler that draws any page of the web, known or not: after x % of the crawl it has x % of the hot pages. A crawl in *random order* draws from the known pages.",
  CLOCK:
    "A cache policy: entries stand in a circle with a mark each, set when they are asked for; a hand clears marks, and evicts the first entry without one.",
  "clusters, effectively":
    "Groups of hot pages that hang together by links among themselves, counted by size: 1 divided by the sum of their squared shares.",
  "Crawl & Stop, P_CS":
    "A model of crawls: the crawler stops after K pages. P_CS is the share of the K best pages of the web that are among them.",
  "Crawl & Stop with threshold, P_ST":
    "A model of crawls: the crawler stops after K pages. P_ST is the share of all hot pages that are among them; the other graphs of Cho et al. 1998 use it.",
  "critical region": "Sizes of a URL cache between which most of the fall of the miss rate lies (Broder et al. 2003).",
  "d, damping factor":
    "0.9 in Cho et al. 1998. By their formula it is the chance that the random surfer of PageRank follows a link; by their prose, the chance that a page is drawn at random. We take the formula.",
  "first-in-first-out, last-in-first-out, random (ties)":
    "Rules for which of several equal pages goes first: the one found first (fifo), the one found last (lifo), or any.",
  freshness: "The share of stored copies that equal the pages of the web, over time.",
  frontier: "The URLs that are known and were not crawled yet.",
  G: "The threshold of importance at and above which a page is hot; with backlinks, 100 in most graphs.",
  H: "The number of hot pages of the web.",
  "hot page": "A page whose importance is G or more.",
  "I(P), importance":
    "What a page is worth: its backlinks, its PageRank, its similarity to a query, its place in the URL.",
  ideal: "A crawler that knows the whole web, and takes the most important pages first: no crawler does better.",
  INFINITE: "A cache without limit: it misses only what was never asked for.",
  K: "The number of pages that a crawler took so far.",
  ledger:
    "All recorded verdicts on all webs; those on orderings rest on 20 start pages. `crawlbench claims` prints it.",
  level:
    "Of orderings whose areas differ by less than 0.02, about as much as another start page changes. From many start pages such a difference can be told apart all the same.",
  "limited buffer, P_BC, B":
    "A model of crawls: a crawler with room for B pages flushes what seems worth least. P_BC is the share of the buffer that is hot when all T pages were visited.",
  LRU: "A cache policy: it evicts the entry whose last request is longest ago.",
  MIN: "The best possible cache: it knows the future, and evicts what is asked for last (Belady).",
  "miss rate": "The share of requests for URLs that the cache did not hold.",
  "open host": "A host with URLs in one of the crawler's queues.",
  OPIC: "An ordering: every page shares its cash among the pages that it links to; the richest goes first (Abiteboul et al. 2003).",
  ordering: "A rule that says which known page is fetched next. It knows what the crawl has seen so far, and no more.",
  "out of reach":
    "Pages that no path of links leads to from the start page. They are left out of a crawl and of its judgement.",
  P: "How good a crawl is, in [0, 1]: P_CS, P_ST or P_BC. In I(P), a page.",
  "PageRank, IR(P)":
    "The share of time a random surfer spends on a page. IR(P) is that on the whole web; IR'(P), that on what is known so far.",
  "PageRank order": "The waiting page with the largest PageRank on the known part of the web goes first (IR').",
  politeness: "A pause between two requests to the same host, and one request to it at a time.",
  "put back":
    "Repeated links on a page, which the source of a web dropped, drawn anew in the share that Broder et al. 2003 counted: 31.7 %.",
  "R_1, R_K": "The most important page of the web, and the one at place K.",
  "random order, random frontier":
    "Any of the waiting pages goes first, drawn by chance. The crawler called *chance* draws from all pages, known or not.",
  RankMass: "An ordering by a bound of the PageRank from below, computed while crawling (Cho and Schonfeld 2007).",
  "real web": "A web that was crawled, in contrast to a generated one.",
  replication: "A test of a claim on other data than the paper's, which are lost.",
  STATIC: "A cache that is filled once with the most popular URLs, and never changes.",
  T: "The number of pages of the web.",
  theorem: "A claim that holds or fails on any web: it needs no measurement on each.",
  "told apart":
    "Of two orderings where the 95 % interval of their mean difference, start page by start page, does not hold 0.",
  trace: "The URLs that a crawler asks a cache for, in their order: the links of the pages that it fetched.",
  verdict: "What became of a claim on a web: it agrees, is mixed, shows no difference, disagrees, or cannot be tested.",
  "would have seen":
    "The mean difference between two orders that so many crawls would have told from none, four times of five, at 5 %. A smaller one may be missed.",
};
