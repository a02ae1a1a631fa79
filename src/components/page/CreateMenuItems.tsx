import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { creatableBy, type Persona, titleKey } from '@/lib/screens.ts';
import { DropdownMenuItem } from '@/ui/dropdown-menu.tsx';

/** What this persona can create. */
export function CreateMenuItems({ persona }: { persona: Persona }) {
  const { t } = useTranslation('nav');
  return creatableBy(persona).map((screen) => (
    <DropdownMenuItem key={screen.path} asChild>
      <Link to={screen.path as string}>{t(titleKey(screen, persona))}</Link>
    </DropdownMenuItem>
  ));
}
