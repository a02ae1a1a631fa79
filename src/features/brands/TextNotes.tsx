import { useTranslation } from 'react-i18next';
import type { BrandProfile, BrandText } from '../../../server/features/brands/schema.ts';
import { Alert } from '@/ui/alert.tsx';

/** What the rules found in a saved text: the words, the rule, and what follows. */
export function TextNotes({ profile, field }: { profile: BrandProfile; field: BrandText }) {
  const { t } = useTranslation('brands');
  const notes = profile.notes.filter((note) => note.field === field);
  const isHeld = profile.held.includes(field);
  if (!isHeld && notes.length === 0) return null;
  return (
    <Alert
      tone={isHeld ? 'caution' : 'note'}
      className="-mt-3"
      data-slot="text-notes"
      title={isHeld ? t('text.held') : t('text.warned')}
    >
      <ul>
        {notes.map((note) => (
          <li key={`${note.rule}:${note.start}`}>
            <q dir="auto" className="font-medium">
              {note.words}
            </q>
            {' – '}
            {t(`text.rule.${note.rule}`)}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
