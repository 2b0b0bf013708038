import { describe, expect, it } from "vitest";
import { FAULTS, fetchProblem, isOfProxy, isOurs } from "../../../src/fetch/fetched.js";
import { codeOf, faultOf, fetchError } from "../../../src/fetch/transport/faults.js";

const CODES: Readonly<Record<string, string>> = {
  refused: "ECONNREFUSED",
  unreachable: "EHOSTUNREACH ENETUNREACH EHOSTDOWN ENETDOWN EADDRNOTAVAIL EACCES EPERM EINVAL",
  "connect-timeout": "ETIMEDOUT",
  reset: "ECONNRESET ECONNABORTED EPIPE UND_ERR_SOCKET",
  tls: "EPROTO ERR_TLS_CERT_ALTNAME_INVALID ERR_SSL_WRONG_VERSION_NUMBER CERT_HAS_EXPIRED CRL_HAS_EXPIRED DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_GET_ISSUER_CERT INVALID_CA HOSTNAME_MISMATCH",
  "header-overflow": "UND_ERR_HEADERS_OVERFLOW HPE_HEADER_OVERFLOW",
  "bad-response": "UND_ERR_RES_CONTENT_LENGTH_MISMATCH HPE_INVALID_CONSTANT HPE_CLOSED_CONNECTION",
  "bad-url": "UND_ERR_INVALID_ARG ERR_INVALID_CHAR",
  aborted: "UND_ERR_DESTROYED UND_ERR_CLOSED UND_ERR_ABORTED",
  other: "ENOENT toString XCERT_HAS_EXPIRED",
};
const failing = (code: string, message = "no") => Object.assign(new Error(message), { code });

describe("an error of Node, OpenSSL or undici", () => {
  it.each(Object.entries(CODES))("counts as %s by its code: %s", (fault, codes) => {
    for (const code of codes.split(" ")) expect([code, faultOf(failing(code))]).toEqual([code, fault]);
  });

  it("counts by its name where it has no code, else as other", () => {
    expect(faultOf(Object.assign(new Error("x"), { name: "HTTPParserError" }))).toBe("bad-response");
    expect([new Error("x"), undefined, "text", {}].map(faultOf)).toEqual(["other", "other", "other", "other"]);
    expect([codeOf(failing("E")), codeOf(undefined), codeOf({ code: 7 })]).toEqual(["E", "", "7"]);
  });

  it("is told with where it was, and its code where its words lack that", () => {
    const told = (error: unknown, ...fault: ["dns"?]) => {
      const { message, facts, cause } = fetchError(error, "a.example", ...fault);
      expect(cause).toBe(error);
      return `${message} as ${facts.fault}`;
    };
    expect(told(failing("ECONNRESET", "socket hang up"))).toBe("a.example: socket hang up (ECONNRESET) as reset");
    expect(told(failing("ECONNREFUSED", "connect ECONNREFUSED 127.0.0.1:1"))).toBe(
      "a.example: connect ECONNREFUSED 127.0.0.1:1 as refused",
    );
    expect(told(failing("ENOTFOUND", ""), "dns")).toBe("a.example: ENOTFOUND as dns");
    expect(told(new Error("no"))).toBe("a.example: no as other");
    expect(told(failing("ERR_SSL_WRONG_VERSION_NUMBER", "0A:wrong version number:ssl3_record.c:350:\n"))).toBe(
      "a.example: 0A:wrong version number:ssl3_record.c:350: (ERR_SSL_WRONG_VERSION_NUMBER) as tls",
    );
    const known = fetchProblem("tls", "b.example: no");
    expect(fetchError(known, "a.example")).toBe(known);
  });
});

describe("faults", () => {
  it("are of the proxy, or not the host's own", () => {
    expect(FAULTS.filter(isOfProxy)).toEqual(["proxy", "proxy-login"]);
    expect(FAULTS.filter(isOurs)).toEqual(["proxy", "proxy-login", "aborted"]);
    expect(FAULTS.join(" ")).toBe(
      "dns proxy proxy-login forbidden-address refused unreachable connect-timeout header-timeout body-timeout reset tls bad-response header-overflow bad-url aborted other",
    );
  });
});
