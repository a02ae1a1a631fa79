const STATED = /<(?:meta[^>]{0,200}?charset|\?xml[^>]{0,100}?encoding)\s*=\s*["']?\s*([\w-]{3,30})/i;
/** Bytes in which a page states its encoding. */
const HEAD = 2_048;

const known = (name: string | null | undefined): string | null => {
  try {
    return name ? new TextDecoder(name).encoding : null;
  } catch {
    return null;
  }
};

/** The encoding that a page states in its first bytes; UTF-8 where it states none that is known. */
function encodingOf(head: string): string {
  const stated = known(STATED.exec(head)?.[1]);
  // What can be read byte by byte is not UTF-16, whatever it states.
  return stated === null || stated.startsWith('utf-16') ? 'utf-8' : stated;
}

/**
 * The text of a page in the encoding of its byte order mark, else of its answer, else of the page itself, as a browser reads
 * it. `charset`: of the answer's content type.
 */
export function pageText(body: Uint8Array, charset: string | null): string {
  const head = new TextDecoder('latin1').decode(body.subarray(0, HEAD));
  return new TextDecoder(head.startsWith('\u00ef\u00bb\u00bf') ? 'utf-8' : (known(charset) ?? encodingOf(head))).decode(
    body,
  );
}
