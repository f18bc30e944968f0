"""A script at the head of every page, which notes what engines complain of, in the same way in all.

WebKit's driver has no events, and runs nothing before a page's own scripts. So the site of these
tests sends it. It hears errors and refused promises of scripts, files that did not load, what the
policy forbids, and what scripts write to the console. It can't hear what an engine itself writes
there, about a broken socket for one; Chromium and Firefox tell that besides.
"""

from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

from tests import chance

PATH = "/watch.js"
HEAD, WATCHED = b"<head>", f'<head><script src="{PATH}"></script>'.encode()
SCRIPT = """(() => {
  const note = (text) => sessionStorage.setItem(
    "complaints", `${sessionStorage.getItem("complaints") ?? ""}${text.replaceAll("\\n", " ")}\\n`
  );
  addEventListener("error", ({ target, message, filename, lineno }) => note(
    target === window ? `${message} (${filename}:${lineno})` : `Not loaded: ${target.outerHTML}`
  ), true);
  addEventListener("unhandledrejection", ({ reason }) => note(`Rejected: ${reason}`));
  document.addEventListener("securitypolicyviolation", (event) => note(
    `Policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`
  ));
  for (const level of ["error", "warn"]) {
    const say = console[level];
    console[level] = (...words) => {
      note(`${level}: ${words.join(" ")}`);
      say.apply(console, words);
    };
  }
})();"""

#: What a test sends itself: a script that breaks, a promise that does, a style and a picture that
#: are not allowed, a word to the console.
FAULTS = "/faults.js"
FAULTY = """
setTimeout(() => nobodyKnowsThis());
Promise.reject(new Error("broken"));
document.body.setAttribute("style", "color: red");
document.body.append(Object.assign(new Image(), { src: "/nowhere.png" }));
console.error("said so");
"""


class WatchMiddleware(MiddlewareMixin):
    """Sends the script, and puts it into pages; pages draw from TEST_SEED as in other tests."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        """Send the scripts."""
        scripts = {PATH: f"{SCRIPT}\n{chance.page_script(0)}", FAULTS: FAULTY}
        script = scripts.get(request.path)
        return script and HttpResponse(script, content_type="text/javascript")

    def process_response(self, _request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Put it first in the head of a page."""
        if not response.streaming and response["Content-Type"].startswith("text/html"):
            response.content = response.content.replace(HEAD, WATCHED, 1)
        return response
