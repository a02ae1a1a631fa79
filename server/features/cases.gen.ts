// Written by `npm run index` from the files it imports.
import { CASES as ads } from './ads/cases.ts';
import { CASES as brands } from './brands/cases.ts';
import { CASES as connections } from './connections/cases.ts';
import { CASES as conversations } from './conversations/cases.ts';
import { CASES as creators } from './creators/cases.ts';
import { CASES as escrow } from './escrow/cases.ts';
import { CASES as help } from './help/cases.ts';
import { CASES as payments } from './payments/cases.ts';
import { CASES as ratings } from './ratings/cases.ts';

export const CASES = {
  ...ads,
  ...brands,
  ...connections,
  ...conversations,
  ...creators,
  ...escrow,
  ...help,
  ...payments,
  ...ratings,
} as const;
