import { readFile } from 'node:fs/promises';
import { withTx } from '../../../server/context.ts';
import { derivedId } from '../../../server/core/ids.ts';
import { MAIL_PROOF_MS } from '../../../server/features/brands/domains/rules.ts';
import { savePicture } from '../../../server/features/brands/pictures.ts';
import type { BrandInput } from '../../../server/features/brands/schema.ts';
import { myBrand, saveBrand } from '../../../server/features/brands/service.ts';
import { startWorkflow } from '../../../server/features/outbox/commands.ts';
import type { Stage } from '../stage/stage.ts';
import type { Story } from '../stage/timeline.ts';

const PICTURES = new URL('../assets/brands/', import.meta.url);

/** The cover of that number in the kit of a person's brand. */
export const coverOf = async (stage: Stage, who: string, at: number): Promise<string | null> =>
  (await myBrand(stage.as(who))).kit.covers[at]?.id ?? null;

/**
 * A domain that was proven by mail, as the service leaves it: codes expire by the clock of the database, so that none can be
 * entered in the past.
 */
async function prove(stage: Stage, who: string, address: string): Promise<void> {
  const { orgId, userId } = stage.as(who).actor;
  const at = stage.clock.now();
  const id = await derivedId(`demo:domain:${address}`);
  await withTx(stage.system(), async (tx) => {
    await startWorkflow(tx, 'brandVerification', id, { attributes: { BrandOrg: orgId } });
    await tx.db
      .insertInto('brand_verifications')
      .values({
        id,
        org_id: orgId,
        domain: address.slice(address.indexOf('@') + 1),
        method: 'mail',
        state: 'verified',
        token: await derivedId(`demo:token:${address}`),
        address,
        verified_at: at,
        next_check_at: new Date(at.getTime() + MAIL_PROOF_MS),
        created_by: userId,
        created_at: at,
        updated_at: at,
      })
      .execute();
  });
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
