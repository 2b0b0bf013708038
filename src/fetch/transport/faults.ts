import { type Fault, type FetchProblem, fetchProblem, isFetchProblem } from "../fetched.js";

const BY_CODE: Readonly<Record<string, Fault>> = {
  ECONNREFUSED: "refused",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  EHOSTDOWN: "unreachable",
  ENETDOWN: "unreachable",
  EADDRNOTAVAIL: "unreachable",
  EACCES: "unreachable",
  EPERM: "unreachable",
  EINVAL: "unreachable",
  ETIMEDOUT: "connect-timeout",
  ECONNRESET: "reset",
  ECONNABORTED: "reset",
  EPIPE: "reset",
  EPROTO: "tls",
  UND_ERR_SOCKET: "reset",
  UND_ERR_HEADERS_OVERFLOW: "header-overflow",
  HPE_HEADER_OVERFLOW: "header-overflow",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "bad-response",
  UND_ERR_INVALID_ARG: "bad-url",
  ERR_INVALID_CHAR: "bad-url",
  UND_ERR_DESTROYED: "aborted",
  UND_ERR_CLOSED: "aborted",
  UND_ERR_ABORTED: "aborted",
};

/** Names that OpenSSL gives to what is wrong with a certificate, and Node to what is wrong with TLS. */
const TLS_CODE = /^(ERR_TLS|ERR_SSL|CERT_|CRL_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|INVALID_CA|HOSTNAME_MISMATCH)/;

export const codeOf = (error: unknown): string => String((error as { code?: unknown } | undefined)?.code ?? "");

/** The name under which an error of Node or undici is counted. */
export function faultOf(error: unknown): Fault {
  const code = codeOf(error);
  if (Object.hasOwn(BY_CODE, code)) return BY_CODE[code];
  if (code.startsWith("HPE_") || (error instanceof Error && error.name === "HTTPParserError")) return "bad-response";
  return TLS_CODE.test(code) ? "tls" : "other";
}

/** @param where host, or host and address, for the message */
export function fetchError(error: unknown, where: string, fault: Fault = faultOf(error)): FetchProblem {
  if (isFetchProblem(error)) return error;
  const code = codeOf(error);
  const text = error instanceof Error ? error.message.trim() : ""; // OpenSSL ends its own with a line end
  const said = text !== "" ? text : code;
  const message = `${where}: ${said}${code !== "" && !said.includes(code) ? ` (${code})` : ""}`;
  return fetchProblem(fault, message, error);
}
