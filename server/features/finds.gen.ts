// Written by `npm run index` from the files it imports.
import { FINDS as ads } from './ads/finds.ts';
import { FINDS as campaigns } from './campaigns/finds.ts';
import { FINDS as conversations } from './conversations/finds.ts';
import { FINDS as discovery } from './discovery/finds.ts';
import { FINDS as documents } from './documents/finds.ts';
import { FINDS as escrow } from './escrow/finds.ts';
import { FINDS as find } from './find/finds.ts';
import { FINDS as lists } from './lists/finds.ts';
import { FINDS as offers } from './offers/finds.ts';

export const FINDS = {
  ...ads,
  ...campaigns,
  ...conversations,
  ...discovery,
  ...documents,
  ...escrow,
  ...find,
  ...lists,
  ...offers,
} as const;
