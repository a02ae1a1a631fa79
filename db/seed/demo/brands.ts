import { readFile } from 'node:fs/promises';
import { savePicture } from '../../../server/features/brands/pictures.ts';
import type { BrandInput } from '../../../server/features/brands/schema.ts';
import { myBrand, saveBrand } from '../../../server/features/brands/service.ts';
import { beginVerification, confirmVerification } from '../../../server/features/brands/verification.ts';
import { codeDigits } from '../../../server/features/codes/digits.ts';
import type { Stage } from '../stage/stage.ts';
import type { Story } from '../stage/timeline.ts';

const PICTURES = new URL('../assets/brands/', import.meta.url);

/** The cover of that number in the kit of a person's brand. */
export const coverOf = async (stage: Stage, who: string, at: number): Promise<string | null> =>
  (await myBrand(stage.as(who))).kit.covers[at]?.id ?? null;

/** Proves the domain by the code that is mailed there. */
async function prove(stage: Stage, who: string, address: string): Promise<void> {
  await beginVerification(stage.as(who), { method: 'mail', address });
  const { id } = await stage.worker
    .selectFrom('one_time_codes')
    .select('id')
    .where('purpose', '=', 'domain')
    .where('email', '=', address)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  await confirmVerification(stage.as(who), { code: codeDigits(stage.env.CODE_SECRET, id, 'domain', address) });
}

async function applyProfile(
  stage: Stage,
  who: string,
  key: string,
  covers: number,
  profile: BrandInput,
): Promise<void> {
  const read = (name: string) => readFile(new URL(`${key}-${name}.webp`, PICTURES));
  await savePicture(stage.as(who), 'logo', await read('logo'));
  for (let n = 1; n <= covers; n += 1) await savePicture(stage.as(who), 'cover', await read(`cover-${n}`));
  await saveBrand(stage.as(who), profile);
}

/** What two brands say of themselves, with their pictures and the proof of their domain. */
export function brandStories(stage: Stage): Record<string, () => Story> {
  const { ago } = stage;
  async function* lumenBrand(): Story {
    yield ago(120);
    await applyProfile(stage, 'nadia', 'lumen', 2, {
      slug: 'cafe.lumen',
      description:
        'Three coffee shops in Lyon that roast their own beans. We look for people who film mornings, warm cups and neighbors, not studios.',
      website: 'https://lumen.example',
      niches: ['food', 'coffee'],
      colors: ['#2f4a3c', '#e9c46a', '#f7f3ec'],
      audience: { ageMin: 20, ageMax: 45, genders: [] },
      claimsAllowed: ['Roasted in Lyon every Tuesday', 'Oat milk at no extra charge'],
      claimsForbidden: ['Any statement about health', 'Comparisons with other coffee shops'],
      locations: [
        { name: 'Lumen Terreaux', address: '14 rue des Capucins', city: 'Lyon', country: 'FR' },
        { name: 'Lumen Villeurbanne', address: '3 place Lazare-Goujon', city: 'Villeurbanne', country: 'FR' },
      ],
      targets: {
        niches: ['food', 'coffee'],
        places: [{ city: 'Lyon', country: 'FR' }],
        followersMin: 2_000,
        followersMax: 50_000,
      },
      links: ['https://instagram.com/cafe.lumen', 'https://tiktok.com/@cafe.lumen'],
    });
    yield ago(119);
    await prove(stage, 'nadia', 'bonjour@lumen.example');
  }
  async function* fornoBrand(): Story {
    yield ago(80);
    await applyProfile(stage, 'paolo', 'forno', 1, {
      slug: 'forno.rosso',
      description:
        'Pizza al taglio e pane a lievitazione naturale, da via Paolo Sarpi a Bergamo alta. Cerchiamo chi racconta il forno acceso, non il piatto in posa.',
      website: 'https://forno.example',
      niches: ['food', 'bakery'],
      colors: ['#a3271f', '#f6ead7'],
      audience: { ageMin: 18, ageMax: 40, genders: [] },
      claimsAllowed: ['Impasto che riposa 48 ore'],
      claimsForbidden: ['«La migliore pizza di Milano»'],
      locations: [
        { name: 'Forno Rosso Sarpi', address: 'Via Paolo Sarpi 21', city: 'Milano', country: 'IT' },
        { name: 'Forno Rosso Bergamo', address: 'Via Gombito 8', city: 'Bergamo', country: 'IT' },
      ],
      targets: {
        niches: ['food'],
        places: [{ city: 'Milano', country: 'IT' }],
        followersMin: null,
        followersMax: 30_000,
      },
      links: ['https://instagram.com/fornorosso.milano'],
    });
    yield ago(79);
    await prove(stage, 'paolo', 'ciao@forno.example');
  }
  return { lumenBrand, fornoBrand };
}
