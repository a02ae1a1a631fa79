import type { Texts } from './texts.gen.ts';

type Leaf<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Leaf<T[K]>}` }[keyof T & string];
/** A text with plural forms is named without them. */
type Named<K> = K extends `${infer Stem}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}` ? Stem | K : K;
type Keys = { [Ns in keyof Texts]: Named<Leaf<Texts[Ns]>> };
type KeyIn<Ns> = Ns extends keyof Texts
  ? Keys[Ns]
  : Ns extends readonly [infer First extends keyof Texts, ...unknown[]]
    ? Keys[First]
    : never;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    returnNull: false;
    resources: Texts;
  }

  /** The plain call, tried first: the library's own signature works out each text's type anew. */
  interface TFunction<Ns extends Namespace = DefaultNamespace, KPrefix = undefined> {
    (
      key: KPrefix extends undefined ? KeyIn<Ns> : never,
      values?: { [name: string]: unknown; ns?: never; returnObjects?: never; defaultValue?: never; context?: never },
    ): string;
  }
}
