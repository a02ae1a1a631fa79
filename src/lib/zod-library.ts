import * as z from 'zod/v4';

/**
 * The exports of zod that the shared schemas use, named one by one, so that the rest of the library, with its forty
 * languages, stays out of the build. A test compares the list with the schemas.
 */
export const library = {
  any: z.any,
  array: z.array,
  boolean: z.boolean,
  coerce: z.coerce,
  custom: z.custom,
  date: z.date,
  discriminatedUnion: z.discriminatedUnion,
  email: z.email,
  enum: z.enum,
  int: z.int,
  iso: z.iso,
  lazy: z.lazy,
  literal: z.literal,
  never: z.never,
  null: z.null,
  nullable: z.nullable,
  number: z.number,
  object: z.object,
  optional: z.optional,
  preprocess: z.preprocess,
  record: z.record,
  strictObject: z.strictObject,
  string: z.string,
  transform: z.transform,
  tuple: z.tuple,
  undefined: z.undefined,
  union: z.union,
  unknown: z.unknown,
  url: z.url,
  uuid: z.uuid,
};
