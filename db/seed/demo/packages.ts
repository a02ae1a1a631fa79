import { addToCart, getCart } from '../../../server/features/packages/cart.ts';
import { checkout } from '../../../server/features/packages/checkout.ts';
import { myPackages, savePackage } from '../../../server/features/packages/own.ts';
import type { PriceRule } from '../../../server/features/price-rules/schema.ts';
import { savePriceRules } from '../../../server/features/price-rules/service.ts';
import { suggestFor } from '../../../server/features/price-rules/suggest.ts';
import type { PackageContent } from '../../../server/features/packages/schema.ts';
import type { Stage } from '../stage/stage.ts';
import type { Story } from '../stage/timeline.ts';

const piece = (
  platform: PackageContent['deliverables'][number]['platform'],
  format: PackageContent['deliverables'][number]['format'],
  count = 1,
) => ({ platform, format, count });

const base: PackageContent = {
  title: '',
  description: '',
  deliverables: [],
  currency: 'EUR',
  price: 0,
  deliveryDays: 10,
  rights: { use: 'organic', days: 90 },
  rounds: 1,
  addons: [],
  releaseTrigger: 'on_approval',
  clocks: {},
};

const PACKAGES: Record<string, readonly Partial<PackageContent>[]> = {
  maya: [
    {
      title: 'One reel at your counter',
      description:
        'A reel of 30 to 40 seconds, filmed in your place before opening. You tell me the one dish or drink that must be seen.',
      deliverables: [piece('instagram', 'reel')],
      price: 45_000,
      addons: [
        { id: 'a1', title: 'The raw footage', price: 8_000, days: 1 },
        { id: 'a2', title: 'Subtitles in English', price: 4_000, days: 1 },
      ],
    },
    {
      title: 'Reel and three stories',
      description: 'A reel, and three stories on the day you choose, with your address and opening hours.',
      deliverables: [piece('instagram', 'reel'), piece('instagram', 'story', 3)],
      price: 62_000,
      deliveryDays: 14,
      rounds: 2,
      addons: [{ id: 'a1', title: 'Paid use for 30 more days', price: 15_000, days: 0 }],
    },
    {
      title: 'Eight photos of your menu',
      description: 'Eight edited photos in natural light, for your own pages.',
      deliverables: [piece('instagram', 'photos', 8)],
      price: 24_000,
      deliveryDays: 7,
      rights: { use: 'all_channels', days: 365 },
    },
  ],
  hugo: [
    {
      title: 'A brunch reel',
      description: 'One reel of your brunch, from the first coffee to the last crumb.',
      deliverables: [piece('instagram', 'reel')],
      price: 32_000,
    },
  ],
  jade: [
    {
      title: 'TikTok tasting',
      description: 'I taste two dishes on camera and say what I think of them.',
      deliverables: [piece('tiktok', 'video')],
      price: 26_000,
      deliveryDays: 6,
    },
  ],
  romain: [
    {
      title: 'Evening in one minute',
      description: 'A short film of an evening at your place, with sound from the room.',
      deliverables: [piece('instagram', 'reel')],
      price: 30_000,
      addons: [{ id: 'a1', title: 'A second cut for stories', price: 6_000, days: 1 }],
    },
  ],
  camille: [
    {
      title: 'Two clips for your own pages',
      description: 'Two clips of 15 seconds. You post them yourself.',
      deliverables: [piece('ugc', 'video', 2)],
      price: 52_000,
      rights: { use: 'paid_ads', days: 90 },
    },
  ],
  sofia: [
    {
      title: 'Un reel nella tua cucina',
      description: 'Un reel girato in cucina, con il piatto del giorno.',
      deliverables: [piece('instagram', 'reel')],
      price: 18_000,
    },
  ],
  priya: [
    {
      title: 'Morning run past your door',
      description: 'A reel of a morning run that ends at your place.',
      deliverables: [piece('instagram', 'reel')],
      currency: 'GBP',
      price: 42_000,
    },
  ],
};

/** Packages of the cast, and an order of Café Lumen with two offers that wait for an answer. */
export function packageStories(stage: Stage): Record<string, () => Story> {
  const offered = (key: string, packages: readonly Partial<PackageContent>[]) =>
    async function* (): Story {
      yield stage.ago(20);
      for (const one of packages) await savePackage(stage.as(key), { ...base, ...one });
    };
  async function* order(): Story {
    yield stage.ago(0, 9);
    for (const key of ['romain', 'camille']) {
      const [first] = (await myPackages(stage.as(key))).items;
      if (first) await addToCart(stage.as('nadia'), { packageId: first.id, version: first.version, addons: [] });
    }
    const { quote } = await getCart(stage.as('nadia'));
    if (quote)
      await checkout(stage.as('nadia'), { quoteId: quote.id, note: 'For our winter menu, from next week on.' });
    // What she puts into the cart next.
    const [next] = (await myPackages(stage.as('jade'))).items;
    if (next) await addToCart(stage.as('karim'), { packageId: next.id, version: next.version, addons: [] });
  }
  async function* rules(): Story {
    const rule = (kind: PriceRule['kind'], threshold: number, bps: number): PriceRule => ({
      kind,
      threshold,
      bps,
      from: 11,
      to: 12,
      less: false,
    });
    yield stage.ago(6);
    const maya = stage.as('maya');
    await savePriceRules(maya, {
      active: true,
      automatic: false,
      rules: [rule('season', 0, 1_000), rule('rush', 72, 2_500), rule('rights', 90, 3_000), rule('volume', 3, 1_000)],
      floorBps: 7_000,
      ceilingBps: 15_000,
      version: 0,
    });
    yield stage.ago(0, 6);
    await suggestFor(stage.system(), maya.actor.orgId);
  }
  return {
    ...Object.fromEntries(Object.entries(PACKAGES).map(([key, list]) => [`packages of ${key}`, offered(key, list)])),
    'an order of packages': order,
    'price rules of maya': rules,
  };
}
