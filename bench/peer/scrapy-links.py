# Scrapy follows all links from a start through the server at a port, which stands in for all hosts, and says how many
# pages it parsed: scrapy runspider scrapy-links.py -a port=8000 -a start=http://h0.example/. It asks for no robots.txt,
# waits for nobody, and keeps no page.
from scrapy import Request, Spider
from scrapy.linkextractors import LinkExtractor


class Links(Spider):
    name = "links"
    custom_settings = {
        "CONCURRENT_REQUESTS": 100,
        "CONCURRENT_REQUESTS_PER_DOMAIN": 100,
        "LOG_ENABLED": False,
        "REQUEST_FINGERPRINTER_IMPLEMENTATION": "2.7",
        "TELNETCONSOLE_ENABLED": False,
    }
    links = LinkExtractor()
    parsed = 0

    def ask(self, url):
        return Request(url, meta={"proxy": f"http://127.0.0.1:{self.port}"})

    def start_requests(self):
        yield self.ask(self.start)

    def parse(self, response):
        self.parsed += 1
        for link in self.links.extract_links(response):
            yield self.ask(link.url)

    def closed(self, reason):
        print(self.parsed)
