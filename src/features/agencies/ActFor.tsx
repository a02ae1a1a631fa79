import type { ReactNode } from 'react';
import { chooseOrg } from '@/lib/org-choice.ts';
import { Button } from '@/ui/button.tsx';

export interface ActForProps {
  /** The agency's org. */
  agency: string;
  /** The creator's org. */
  creator: string;
  /** Where the creator's work is opened. */
  link?: string;
  /** Its accessible name, where the shown text does not name the creator. */
  label?: string;
  children: ReactNode;
}

/** Acts for a creator in this tab from now on; the page is loaded anew, as the creator sees it. */
export function ActFor({ agency, creator, link = '/dashboard', label, children }: ActForProps) {
  return (
    <Button
      size="small"
      aria-label={label}
      onClick={() => {
        chooseOrg(agency, creator);
        window.location.assign(link);
      }}
    >
      {children}
    </Button>
  );
}
