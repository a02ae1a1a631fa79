import { plus } from '../../core/clock.ts';
import { truncated } from '../../core/text.ts';
import { completeClocks } from '../terms/rules.ts';
import { firstTerms } from '../campaigns/draft-rules.ts';
import type { ClockRanges } from '../policies/schema.ts';
import type { DealTerms } from '../terms/schema.ts';
import { chosenAddons } from './rules.ts';
import type { PackageDto, QuotedCreator, QuotedPackage } from './schema.ts';

const TITLE_MAX = 80;
const NOTES_MAX = 1000;
const GOODS_MAX = 300;

/** "Breakfast reel", "Breakfast reel + 2". */
export function orderTitle(packages: readonly { title: string }[]): string {
  const [first] = packages;
  const more = packages.length > 1 ? ` + ${packages.length - 1}` : '';
  return `${truncated(first?.title ?? '', TITLE_MAX - more.length)}${more}`;
}

/**
 * The terms of an order with one creator: a milestone for each package, due its days after the last moment to answer.
 * Rights, rounds and release are the packages' own, which are the same in all of them.
 */
export function orderTerms(
  order: { quoted: QuotedCreator; packages: readonly PackageDto[] },
  at: { now: Date; ranges: ClockRanges; country: string },
): DealTerms {
  const [first] = order.packages;
  if (!first) throw new Error('an order without a package');
  const base = firstTerms(at.country);
  const answerBy = plus(at.now, at.ranges.offerAnswer.fallback);
  const parts = order.quoted.packages.flatMap((line) => {
    const found = order.packages.find(({ id }) => id === line.packageId);
    return found ? [{ line, found }] : [];
  });
  const idsOf = (line: QuotedPackage, count: number): string[] =>
    Array.from({ length: count }, (_, i) => `${line.packageId.slice(-8)}-${i + 1}`);
  const goods = parts.filter(({ line }) => line.goods !== '');
  return {
    currency: order.quoted.currency,
    deliverables: parts.flatMap(({ line, found }) => {
      const ids = idsOf(line, found.deliverables.length);
      return found.deliverables.map((deliverable, i) => ({
        id: ids[i] ?? String(i),
        ...deliverable,
        notes: i === 0 ? truncated(found.description, NOTES_MAX) : '',
        brief: i === 0 ? chosenAddons(found.addons, line.addons).map(({ title }) => title) : [],
      }));
    }),
    milestones: parts.map(({ line, found }) => ({
      title: found.title,
      amount: line.price,
      dueAt: plus(answerBy, `P${line.days}D`),
      deliverableIds: idsOf(line, found.deliverables.length),
    })),
    rights: { use: first.rights.use, days: first.rights.days, territory: '' },
    exclusivity: base.exclusivity ?? { days: 0, category: '' },
    revisions: first.rounds,
    killFeeBps: 0,
    disclosureCountry: base.disclosureCountry ?? at.country,
    disclosureText: base.disclosureText ?? '#ad',
    releaseTrigger: first.releaseTrigger,
    ...(first.release ? { release: first.release } : {}),
    ...(goods.length > 0
      ? {
          goods: {
            description: goods
              .map(({ line }) => line.goods)
              .join('; ')
              .slice(0, GOODS_MAX),
            value: goods.reduce((sum, { line }) => sum + line.goodsValue, 0),
          },
        }
      : {}),
    clocks: completeClocks(first.clocks, at.ranges),
  };
}
