import { createAlert } from '../../../server/features/ads/alerts.ts';
import { createAd } from '../../../server/features/ads/drafts.ts';
import { openAd, setAdSaved } from '../../../server/features/ads/market.ts';
import { replyToAd } from '../../../server/features/ads/replies.ts';
import type { AdInput } from '../../../server/features/ads/schema.ts';
import { fillAd, postAd } from '../../../server/features/ads/service.ts';
import { expireAd } from '../../../server/features/ads/timers.ts';
import { checkIn, checkInCode } from '../../../server/features/visits/arrival.ts';
import { bookVisit } from '../../../server/features/visits/booking.ts';
import { offerSlot } from '../../../server/features/visits/slots.ts';
import { agree } from '../stage/deal.ts';
import { fund } from '../stage/money.ts';
import type { Stage } from '../stage/stage.ts';
import type { Story } from '../stage/timeline.ts';

const EMPTY: AdInput = {
  title: '',
  body: '',
  niches: [],
  platform: 'instagram',
  format: 'reel',
  remote: false,
  city: 'Lyon',
  country: 'FR',
  currency: 'EUR',
  payMin: null,
  payMax: null,
  goods: '',
  goodsValue: null,
  dueAt: null,
  days: 14,
  photoId: null,
};

/** Local ads: Café Lumen's in Lyon, Forno Rosso's in Milan, and those of creators with time for work. */
export function adStories(stage: Stage): Record<string, () => Story> {
  const { ago } = stage;
  const post = async (by: string, ad: Partial<AdInput>): Promise<string> =>
    (await postAd(stage.as(by), { adId: null, version: 1, ad: { ...EMPTY, ...ad } })).id;
  const answer = async (by: string, adId: string, body: string, price: number | null): Promise<string> => {
    await openAd(stage.as(by), { adId });
    const { reply } = await replyToAd(stage.as(by), { adId, body, price, dueAt: null, links: [] });
    return reply!.id;
  };
  /** A time at Café Lumen; its id. */
  const receive = async (
    adId: string,
    slot: { startsAt: Date; hours: number; capacity: number; offered: string },
  ): Promise<string> => {
    const { slots } = await offerSlot(stage.as('nadia'), {
      subject: { kind: 'ad', id: adId },
      startsAt: slot.startsAt,
      endsAt: new Date(slot.startsAt.getTime() + slot.hours * 3_600_000),
      capacity: slot.capacity,
      placeName: 'Café Lumen Croix-Rousse',
      address: '12 place Sathonay',
      city: 'Lyon',
      country: 'FR',
      offered: slot.offered,
      cancelHours: 6,
      timeZone: 'Europe/Paris',
    });
    return slots.find(({ startsAt }) => startsAt.getTime() === slot.startsAt.getTime())!.id;
  };

  async function* lumenAds(): Story {
    yield ago(9);
    const old = await post('nadia', {
      title: 'Story about our new opening hours',
      body: 'Two stories that say that we open at seven from Monday on, with the counter in the picture.',
      format: 'story',
      payMin: 6_000,
      days: 7,
    });
    for (const who of ['hugo', 'jade']) await openAd(stage.as(who), { adId: old });
    yield ago(2, -1);
    await expireAd(stage.system(), { adId: old });
    yield ago(1, 20);
    const latte = await post('nadia', {
      title: 'Reel about our winter latte in Croix-Rousse',
      body: 'One reel of twenty to thirty seconds: the latte being poured, the first sip, the window with the lights. We open at eight, the morning light is best.',
      niches: ['coffee'],
      payMin: 12_000,
      payMax: 18_000,
      goods: 'Breakfast for two',
      goodsValue: 3_200,
      dueAt: ago(-12),
      days: 30,
    });
    yield ago(1, 12);
    await answer(
      'maya',
      latte,
      'I live five minutes from your shop and film on weekday mornings. I would show the pour in one take.',
      16_000,
    );
    await openAd(stage.as('jade'), { adId: latte });
    await setAdSaved(stage.as('jade'), { adId: latte }, true);
    yield ago(1, 6);
    await answer('hugo', latte, 'I can be there on Thursday at eight and deliver the reel on Friday evening.', 14_000);
    // The tasting of this afternoon has begun; no one has checked in yet.
    const tasting = await receive(latte, {
      startsAt: ago(0, 1),
      hours: 8,
      capacity: 3,
      offered: 'Tasting of four winter drinks',
    });
    await receive(latte, { startsAt: ago(-2, -6), hours: 1, capacity: 1, offered: 'Breakfast for two' });
    yield ago(1, 4);
    for (const who of ['maya', 'hugo']) await bookVisit(stage.as(who), { slotId: tasting });
    await post('nadia', {
      title: 'Photos of our cakes for the menu',
      body: 'Six photos of six cakes in daylight, taken in one morning in our shop near Terreaux.',
      niches: ['coffee'],
      platform: 'ugc',
      format: 'photos',
      payMin: 20_000,
    });
    await createAd(stage.as('nadia'), {
      ad: { ...EMPTY, title: 'Tasting evening in January', body: 'Ten guests, four coffees, one evening.' },
    });
  }

  async function* fornoAds(): Story {
    yield ago(3, 8);
    await post('paolo', {
      title: 'Reel sulla pizza al taglio in via Sarpi',
      body: 'Un reel semplice: il taglio con le forbici, una fetta assaggiata davanti alla camera, l’insegna.',
      niches: ['food'],
      city: 'Milano',
      country: 'IT',
      payMin: 15_000,
      payMax: 20_000,
      days: 30,
    });
    const remote = await post('paolo', {
      title: 'Video ricetta con il nostro lievito madre',
      body: 'Ti spediamo un barattolo del nostro lievito madre; tu fai una pizza in casa e mostri il primo morso.',
      niches: ['food'],
      remote: true,
      city: null,
      country: 'IT',
      payMin: 9_000,
      goods: 'Lievito madre e farina per un mese',
      goodsValue: 2_500,
      days: 30,
    });
    yield ago(2, 4);
    await answer('maya', remote, 'I bake at home every Sunday and can film the first bite in daylight.', 9_000);
  }

  /** An ad that led to a deal: Sofia answered, was hired and visited. */
  async function* fornoHires(): Story {
    yield ago(24);
    const oven = await post('paolo', {
      title: 'Reel sul forno a legna, una sera in via Sarpi',
      body: 'Un reel di mezzo minuto: il fuoco, la pala, la prima pizza della sera e chi la assaggia.',
      niches: ['food'],
      city: 'Milano',
      country: 'IT',
      payMin: 20_000,
      payMax: 26_000,
      goods: 'Cena per due',
      goodsValue: 5_000,
      days: 30,
    });
    yield ago(23, 4);
    const replyId = await answer('sofia', oven, 'Abito a dieci minuti e giro la sera, con la luce del forno.', 24_000);
    const deal = yield* agree(stage, {
      title: 'Forno a legna, via Sarpi',
      brand: 'paolo',
      creator: 'sofia',
      offeredAt: ago(22, 6),
      adReplyId: () => replyId,
      terms: {
        currency: 'EUR',
        country: 'IT',
        disclosure: 'Pubblicità',
        parts: [
          {
            title: 'Reel',
            amount: 24_000,
            dueAt: ago(-9),
            platform: 'instagram',
            format: 'reel',
            brief: ['Il fuoco nei primi tre secondi', 'La prima pizza della sera'],
          },
        ],
      },
    });
    yield ago(21);
    await fund(stage, 'paolo', deal);
    await fillAd(stage.as('paolo'), { adId: oven });
    const { slots } = await offerSlot(stage.as('paolo'), {
      subject: { kind: 'contract', id: deal.contractId },
      startsAt: ago(18, 5),
      endsAt: ago(18, 3),
      capacity: 1,
      placeName: 'Forno Rosso',
      address: 'via Paolo Sarpi 34',
      city: 'Milano',
      country: 'IT',
      offered: 'Cena per due',
      cancelHours: 12,
      timeZone: 'Europe/Rome',
    });
    yield ago(20);
    const visit = await bookVisit(stage.as('sofia'), { slotId: slots[0]!.id });
    yield ago(18, 4);
    const { code } = await checkInCode(stage.as('paolo'), { visitId: visit.id });
    await checkIn(stage.as('sofia'), { visitId: visit.id, code });
  }

  async function* creatorAds(): Story {
    yield ago(2, 10);
    const free = await post('maya', {
      title: 'Food reels in Lyon, two places free in December',
      body: 'I film in cafés and small restaurants within the city, one visit of an hour, delivery within three days.',
      niches: ['food', 'coffee'],
      payMin: 25_000,
      payMax: 45_000,
      days: 30,
    });
    await post('hugo', {
      title: 'Brunch stories on Sundays in Lyon',
      body: 'Three stories and one post from your Sunday brunch, filmed while it is busy.',
      niches: ['food'],
      format: 'story',
      payMin: 12_000,
      days: 14,
    });
    yield ago(1, 2);
    await answer(
      'karim',
      free,
      'We open a third shop in December and would like a reel on the first Saturday.',
      40_000,
    );
    await createAlert(stage.as('maya'), { city: 'Lyon', country: 'FR', km: 25 });
  }

  return { lumenAds, fornoAds, fornoHires, creatorAds };
}
