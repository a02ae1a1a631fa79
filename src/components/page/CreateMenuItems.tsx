import { Link } from '@tanstack/react-router';
import { useScreenTitle } from '@/lib/screen-title.ts';
import { creatableBy, type Persona } from '@/lib/screens.ts';
import { DropdownMenuItem } from '@/ui/dropdown-menu.tsx';

/** What this persona can create. */
export function CreateMenuItems({ persona }: { persona: Persona }) {
  const titleOf = useScreenTitle();
  return creatableBy(persona).map((screen) => (
    <DropdownMenuItem key={screen.path} asChild>
      <Link to={screen.path}>{titleOf(screen, persona)}</Link>
    </DropdownMenuItem>
  ));
}
