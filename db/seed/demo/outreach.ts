import { Readable } from 'node:stream';
import { correctRow } from '../../../server/features/imports/corrections.ts';
import { inspectImport } from '../../../server/features/imports/inspect.ts';
import { importPart } from '../../../server/features/imports/run.ts';
import { getImport, startImport } from '../../../server/features/imports/service.ts';
import { receiveImport } from '../../../server/features/imports/upload.ts';
import { addRecipients } from '../../../server/features/outreach/recipients.ts';
import { createSequence } from '../../../server/features/outreach/service.ts';
import type { Stage } from '../stage/stage.ts';
import type { Story } from '../stage/timeline.ts';

const TASTING = `Username;Name;Followers;Engagement rate (%);Email;City
@lea.goute;Léa Fontaine;8 400;5,2;lea.goute@demo.example;Lyon
@tom.espresso;Tom Giraud;12,5k;4,1;tom.espresso@demo.example;Lyon
@nour.mange;Nour Azzi;about 9k;6,0;nour.mange@demo.example;Villeurbanne
@pauline.terrasse;Pauline Roy;3 150;N/A;;Lyon
@lea.goute;Léa F.;8 650;5,4;;Lyon
@brunch.69;Le brunch;21 000;2,8;brunch.69@demo.example;Lyon
@ivan.crema;Ivan Petrov;n/a;3,3;not an address;Lyon
`;

/** Café Lumen brings the list of its tasting, and prepares a sequence that is not started yet. */
export function outreachStories(stage: Stage): Record<string, () => Story> {
  return {
    async *'list of the tasting'() {
      yield stage.ago(6);
      const ctx = () => stage.as('nadia');
      const { importId } = await receiveImport(ctx(), { name: 'tasting-may.csv', body: Readable.from([TASTING]) });
      await inspectImport(stage.system(), { importId });
      const { mapping } = await getImport(ctx(), { importId });
      await startImport(ctx(), {
        importId,
        mapping,
        locale: 'fr',
        platform: 'instagram',
        basis: 'consent',
        source: 'Sign-up sheet of our tasting in May',
      });
      await importPart(stage.system(), { importId });
      await correctRow(ctx(), { importId, row: 3, cells: { followers: '9 000' } });
      const { sequenceId } = await createSequence(ctx(), {
        name: 'Winter menu',
        subject: 'A paid collaboration with {brand}',
        campaignId: null,
        steps: [
          {
            kind: 'message',
            texts: [
              'Hello {name},\n\nwe are {brand} and like what you make. Our winter menu starts soon. Would you like to show it, as a paid collaboration?',
              'Hello {name},\n\nyou were at our tasting in May. Would you like to show our winter menu, as a paid collaboration?',
            ],
          },
          { kind: 'wait', days: 4 },
          { kind: 'follow_up', texts: ['Hello {name},\n\nare you interested? A short yes or no helps us.'] },
        ],
      });
      await addRecipients(ctx(), { sequenceId, from: { kind: 'import', importId } });
    },
  };
}
