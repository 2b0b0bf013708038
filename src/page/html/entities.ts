import { Tokenizer } from "htmlparser2";

/**
 * Replaces character references in text (`&amp;`, `&#38;`, `&nbsp`), as the tokenizer of htmlparser2 does. The scanner
 * leaves them standing, since it runs twice as fast so; they are decoded in the few places that are looked at.
 */
export function decodeText(text: string): string {
  if (!text.includes("&")) return text;
  return decode(text.replaceAll("<", "&lt;"));
}

/** The same for the value of an attribute, where `&copy=1` and `&order` stand for themselves. */
export function decodeAttribute(value: string): string {
  if (!value.includes("&")) return value;
  return decode(`<a b="${value.replaceAll('"', "&#34;")}">`);
}

function decode(markup: string): string {
  let decoded = "";
  const take = (start: number, end: number) => {
    decoded += markup.slice(start, end);
  };
  const takeCharacter = (code: number) => {
    decoded += String.fromCodePoint(code);
  };
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ontext: take,
      ontextentity: takeCharacter,
      onattribdata: take,
      onattribentity: takeCharacter,
      onattribname: nothing,
      onattribend: nothing,
      oncdata: nothing,
      onclosetag: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onend: nothing,
      onopentagend: nothing,
      onopentagname: nothing,
      onprocessinginstruction: nothing,
      onselfclosingtag: nothing,
    },
  );
  tokenizer.write(markup);
  tokenizer.end();
  return decoded;
}

function nothing(): void {}
