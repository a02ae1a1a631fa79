import * as z from 'zod';
import { uuid } from '../../core/inputs.ts';
import { pageInput } from '../../core/pagination.ts';
import type { ErrorCode, ErrorData } from '../../core/errors.ts';
import { LOCALES } from '../../core/locale.ts';
import type { Money } from '../../core/money.ts';
import { filters } from '../discovery/filters/schema.ts';
import type { FoundCreator } from '../discovery/schema.ts';
import type { PartyDto } from '../orgs/schema.ts';
import {
  MAX_CREATORS_AT_ONCE,
  MAX_INVITED,
  MAX_LIST_NAME,
  MAX_LOOKED_UP,
  MAX_NOTE_LENGTH,
  MAX_TAG_LENGTH,
  MAX_TAGS,
} from './rules.ts';

const name = z.string().trim().min(1).max(MAX_LIST_NAME);
const creators = z.array(uuid).min(1).max(MAX_CREATORS_AT_ONCE);
const tag = z.string().trim().min(1).max(MAX_TAG_LENGTH);

export const listIdInput = z.strictObject({ listId: uuid });
export const createListInput = z.strictObject({ name, creators: z.array(uuid).max(MAX_CREATORS_AT_ONCE).default([]) });
export const renameListInput = listIdInput.extend({ name });
export const listItemsInput = pageInput.extend({ listId: uuid, tag: tag.optional() });
export const listCreatorsInput = listIdInput.extend({ creators });
export const noteInput = listIdInput.extend({ creatorOrg: uuid, note: z.string().trim().max(MAX_NOTE_LENGTH) });
export const tagInput = z.strictObject({ creatorOrg: uuid, tags: z.array(tag).max(MAX_TAGS) });
export const holdingInput = z.strictObject({ creators: z.array(uuid).min(1).max(MAX_LOOKED_UP) });

export const invitePreviewInput = z.strictObject({ campaignId: uuid, creators: z.array(uuid).min(1).max(MAX_INVITED) });
export const inviteInput = invitePreviewInput.extend({ note: z.string().trim().max(1000).default('') });

const locale = z.enum(LOCALES);
export const exportListInput = listIdInput.extend({ locale });
export const exportSearchInput = z.strictObject({ filters, locale });

/** A file for a spreadsheet. */
export interface CreatorFile {
  name: string;
  csv: string;
  rows: number;
  /** Rows that the org may still download this month. */
  left: number;
}

export interface CreatorList {
  id: string;
  name: string;
  /** Creators who may be shown now. */
  count: number;
  createdAt: Date;
}

export interface ListItem {
  creator: FoundCreator;
  note: string;
  tags: string[];
  /** Null: the person is not in the team any more. */
  addedBy: string | null;
  addedAt: Date;
}

/** What became of the creators that a call wanted to add. */
export interface Added {
  list: CreatorList;
  added: number;
  /** They were in the list before. */
  already: number;
  /** Hidden, blocked or gone. */
  unavailable: number;
}

/** Tags with the number of creators that have them. */
export interface OrgTags {
  tags: { tag: string; count: number }[];
  more: boolean;
}

/** The org's lists that hold a creator, and its tags of that creator. */
export interface Holding {
  creatorOrg: string;
  lists: string[];
  tags: string[];
}

/** Why a creator gets no offer: open offer or application for this campaign; hidden, blocked, on hold or gone. */
export type NotInvited = 'in_talks' | 'unavailable';
/** Why an offer to a creator would be refused, or was. */
export interface InviteRefusal {
  code: ErrorCode;
  data: ErrorData;
}
export interface InvitePreview {
  title: string;
  /** What each creator is offered. */
  price: Money;
  creators: {
    creatorOrg: string;
    party: PartyDto | null;
    state: 'ready' | NotInvited | 'refused';
    refusal: InviteRefusal | null;
  }[];
}
/** What became of one creator. `refused`: with the code of the refusal. */
export interface InviteResult {
  creatorOrg: string;
  party: PartyDto | null;
  state: 'sent' | NotInvited | 'refused';
  offerId: string | null;
  refusal: InviteRefusal | null;
}
