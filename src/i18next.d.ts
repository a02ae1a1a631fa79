import type { Texts } from './texts.gen.ts';

type Leaf<T> = {
  [K in keyof T & string]: T[K] extends string ? K : T[K] extends readonly unknown[] ? never : `${K}.${Leaf<T[K]>}`;
}[keyof T & string];
/** A text with plural forms is named without them. */
type Named<K> = K extends `${infer Stem}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}` ? Stem | K : K;
type Keys = { [Ns in keyof Texts]: Named<Leaf<Texts[Ns]>> };
/** With the name of their namespace before them, as every `t` takes them. */
type KeyAnywhere = { [Ns in keyof Keys]: `${Ns}:${Keys[Ns]}` }[keyof Keys];

/** Lists and groups of texts. */
type Branch<T> = {
  [K in keyof T & string]: T[K] extends string
    ? never
    : T[K] extends readonly unknown[]
      ? K
      : K | `${K}.${Branch<T[K]>}`;
}[keyof T & string];
type At<T, Path> = Path extends keyof T
  ? T[Path]
  : Path extends `${infer First}.${infer Rest}`
    ? First extends keyof T
      ? At<T[First], Rest>
      : never
    : never;

type NamespaceOf<Ns> = Ns extends keyof Texts
  ? Ns
  : Ns extends readonly [infer First extends keyof Texts, ...unknown[]]
    ? First
    : never;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    returnNull: false;
    resources: Texts;
  }

  /** The plain calls, tried first: the library's own signature works out each text's type anew. */
  interface TFunction<Ns extends Namespace = DefaultNamespace, KPrefix = undefined> {
    // `object`: values of an interface, or of a record with one type of value, are no record of options.
    (key: KPrefix extends undefined ? Keys[NamespaceOf<Ns>] | KeyAnywhere : never, values?: object): string;
    <Path extends Branch<Texts[NamespaceOf<Ns>]>>(
      key: KPrefix extends undefined ? Path : never,
      how: { returnObjects: true },
    ): At<Texts[NamespaceOf<Ns>], Path>;
  }
}
