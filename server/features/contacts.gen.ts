// Written by `npm run index` from the files it imports.
import { CONTACTS as ads } from './ads/contacts.ts';
import { CONTACTS as campaigns } from './campaigns/contacts.ts';
import { CONTACTS as conversations } from './conversations/contacts.ts';
import { CONTACTS as offers } from './offers/contacts.ts';
import { CONTACTS as outreach } from './outreach/contacts.ts';

export const CONTACTS = {
  ...ads,
  ...campaigns,
  ...conversations,
  ...offers,
  ...outreach,
} as const;
