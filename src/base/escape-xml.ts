/** Text for use in XML and HTML, inside elements and inside quoted attributes. */
export const escapeXml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
