import type { FileRefusal } from './schema.ts';

/** A file that cannot be read as a table. */
export class UnreadableFile extends Error {
  readonly refusal: FileRefusal;
  constructor(refusal: FileRefusal) {
    super(refusal);
    this.refusal = refusal;
  }
}
