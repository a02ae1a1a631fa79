import type { Address } from '../../core/addresses.ts';
import type { Currency } from '../../core/money.ts';
import type { Completeness } from '../brands/rules.ts';
import type { CampaignListItem, OpenCampaignItem } from '../campaigns/schema.ts';
import type { CurrencySummary, IncomingSummary } from '../payments/schema.ts';

/** A task of the reader, sorted by deadline. Texts under `home:task.<kind>`. */
export interface HomeTask {
  kind:
    | 'review'
    | 'release'
    | 'fund'
    | 'finish_payment'
    | 'sign'
    | 'sign_addendum'
    | 'answer_offer'
    | 'read_applications'
    | 'finish_draft'
    | 'submit'
    | 'fix_changes'
    | 'dispute'
    | 'answer_cancel'
    | 'connect_bank'
    | 'pay_out'
    | 'pay_failed'
    | 'confirm_payment'
    | 'complete_profile'
    | 'apply';
  title: string;
  who: string | null;
  amount: number | null;
  currency: Currency | null;
  count: number | null;
  deadlineAt: Date | null;
  /** The payment is on hold: at its deadline work is approved, and no money moves. */
  onHold: boolean;
  /** What is to be funded is a bonus. */
  bonus?: boolean;
  link: Address;
}
export interface BrandHome {
  tasks: HomeTask[];
  money: CurrencySummary[];
  campaigns: CampaignListItem[];
  checklist: { billing: boolean; campaign: boolean; offer: boolean; funded: boolean };
  /** Of the brand's profile. */
  profile: Completeness;
  serverNow: Date;
}
export interface CreatorHome {
  tasks: HomeTask[];
  money: IncomingSummary[];
  /** Counts of the tabs of the same names, up to `COUNT_CAP`. */
  pipeline: { applied: number; offers: number; active: number; paid: number };
  campaigns: OpenCampaignItem[];
  checklist: { profile: boolean; applied: boolean; bank: boolean };
  serverNow: Date;
}

/** Rows behind each tab of a creator's work; `waiting`: offers that the creator has to answer. Up to `COUNT_CAP`. */
export interface WorkCounts {
  applied: number;
  offers: number;
  waiting: number;
  active: number;
  /** Approved work without a live post. */
  toPost: number;
  paid: number;
  past: number;
}
