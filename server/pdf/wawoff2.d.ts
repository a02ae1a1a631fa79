/** The package ships no types. */
declare module 'wawoff2' {
  /** The TrueType file inside a WOFF2 file. */
  export function decompress(woff2: Uint8Array): Promise<Uint8Array>;
}
