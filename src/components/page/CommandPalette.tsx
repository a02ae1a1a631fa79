import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  FileText,
  Handshake,
  ListPlus,
  Mail,
  MessagesSquare,
  Megaphone,
  Plus,
  RotateCw,
  Search,
  Server,
  UserRound,
} from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FindSpec } from '../../../server/core/finds.ts';
import { truncated } from '../../../server/core/text.ts';
import type { FoundGroup, FoundKind } from '../../../server/features/find/schema.ts';
import { AREA_ICONS } from '@/components/page/area-icons.ts';
import type { ShellAccount } from '@/components/page/shell-types.ts';
import { useCovering } from '@/lib/covered.ts';
import { currentLocale } from '@/lib/i18n.ts';
import { inOrg } from '@/lib/org-choice.ts';
import { paletteMatch } from '@/lib/palette-match.ts';
import { useScreenTitle } from '@/lib/screen-title.ts';
import { areaOf, creatableBy, type Persona, reachableBy, type Screen } from '@/lib/screens.ts';
import { api } from '@/lib/trpc.ts';
import { Command, CommandEmpty, CommandGroup, CommandInput, CommandItem, CommandList } from '@/ui/command.tsx';
import { MAX_FIND_LENGTH, MIN_FIND_LENGTH } from '../../../server/features/find/rules.ts';

export interface CommandPaletteProps {
  account: ShellAccount;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/**
 * One list: actions, every built screen with its path, and the account's records by name or number. Gold is never used
 * here.
 */
export default function CommandPalette({ account, open, onOpenChange }: CommandPaletteProps) {
  const { t } = useTranslation('palette');
  const [query, setQuery] = useState('');
  useCovering(open);
  const navigate = useNavigate();
  const found = useFound(query, account.persona);
  const go = (path: string) => {
    onOpenChange(false);
    // A file is a download, which does not leave the page.
    if (path.startsWith('/files/')) {
      window.location.assign(inOrg(`${path}?lang=${currentLocale()}`));
      return;
    }
    void navigate({ href: path });
  };
  const searchRecords = (words: string) => {
    onOpenChange(false);
    void navigate({ to: OPERATIONS, search: { q: words }, hash: 'search' });
  };
  const goToSection = (section: Section) => {
    onOpenChange(false);
    void navigate({ to: OPERATIONS, hash: section });
  };
  const actions = creatableBy(account.persona);
  const screens = reachableBy(account.persona).filter((screen) => actions.every(({ path }) => path !== screen.path));
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-40 bg-ink-field/45 data-[state=open]:animate-in data-[state=open]:fade-in-0 dark:bg-ink-field/70" />
        <RadixDialog.Content
          aria-describedby={undefined}
          className="fixed inset-x-0 top-[12vh] z-50 mx-auto w-[calc(100%-2rem)] max-w-[560px] overflow-hidden rounded-lg border border-border-strong bg-popover text-popover-foreground shadow-overlay outline-none"
        >
          <RadixDialog.Title className="sr-only">{t('title')}</RadixDialog.Title>
          <Command label={t('title')} filter={paletteMatch} loop>
            <CommandInput value={query} onValueChange={setQuery} placeholder={t('placeholder')} />
            <CommandList label={t('title')}>
              {found.isSearching || found.query.isError ? null : <CommandEmpty>{t('nothing', { query })}</CommandEmpty>}
              {actions.length > 0 ? (
                <CommandGroup heading={t('actions')}>
                  {actions.map((screen) => (
                    <PaletteScreen key={screen.path} screen={screen} account={account} onChoose={go} />
                  ))}
                </CommandGroup>
              ) : null}
              <CommandGroup heading={t('screens')}>
                {screens.map((screen) => (
                  <PaletteScreen key={screen.path} screen={screen} account={account} onChoose={go} />
                ))}
                {screens.some(({ path }) => path === '/payments') ? <PaletteDocuments onChoose={go} /> : null}
                {screens.some(({ path }) => path === OPERATIONS) ? <PaletteSections onChoose={goToSection} /> : null}
              </CommandGroup>
              {account.persona === 'staff' ? <StaffRecords text={query} onSearch={searchRecords} /> : null}
              {found.query.data?.map((group) => (
                <PaletteRecords key={group.kind} group={group} text={query} onChoose={go} />
              ))}
              {found.query.isError ? (
                <CommandGroup heading={t('records')}>
                  <CommandItem value="find-again" keywords={[query]} onSelect={() => void found.query.refetch()}>
                    <RotateCw aria-hidden className="text-destructive" />
                    <span className="min-w-0">{t('failed')}</span>
                  </CommandItem>
                </CommandGroup>
              ) : null}
            </CommandList>
            <p
              role="status"
              className={
                found.isSearching ? 'border-t border-border px-4.5 py-2.5 text-sm text-muted-foreground' : 'sr-only'
              }
            >
              {found.isSearching ? t('searching') : null}
            </p>
          </Command>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

const OPERATIONS = '/admin-dashboard';
const SECTIONS = ['search', 'operations', 'payouts', 'cases', 'help'] as const;
type Section = (typeof SECTIONS)[number];

/** Sections of the operators' page with names of their own. */
function PaletteSections({ onChoose }: { onChoose: (section: Section) => void }) {
  const { t } = useTranslation('palette');
  return SECTIONS.map((section) => {
    const title = t(`sections.${section}`);
    return (
      <CommandItem
        key={section}
        value={`${OPERATIONS}#${section}`}
        keywords={[title, ...t(`words.staff-${section}`).split(/[,،，]\s*/u)]}
        onSelect={() => onChoose(section)}
      >
        <Server aria-hidden className="text-muted-foreground" />
        <span className="min-w-0 truncate-name">{title}</span>
        <bdi dir="ltr" className="ms-auto truncate ps-3 text-xs text-muted-foreground">
          #{section}
        </bdi>
      </CommandItem>
    );
  });
}

/**
 * Staff search all records on their page, on submit: each search is recorded, so nothing is queried while they type.
 */
function StaffRecords({ text, onSearch }: { text: string; onSearch: (words: string) => void }) {
  const { t } = useTranslation('palette');
  const words = text.trim().slice(0, MAX_FIND_LENGTH);
  if (words.length < MIN_FIND_LENGTH) return null;
  return (
    <CommandGroup>
      <CommandItem value="staff-search" keywords={[text]} onSelect={() => onSearch(words)}>
        <Search aria-hidden className="text-muted-foreground" />
        <span className="min-w-0">{t('staffSearch', { query: words })}</span>
      </CommandItem>
    </CommandGroup>
  );
}

const FIND_AFTER_MS = 200;

/** Records of the account's org that match the text, queried when typing pauses; staff have no org. */
function useFound(typed: string, persona: Persona) {
  const text = typed.trim();
  const [searched, setSearched] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearched(text), FIND_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const wanted = persona !== 'staff' && text.length >= MIN_FIND_LENGTH;
  // Texts longer than a title are searched by their beginning.
  const query = useQuery({
    ...api.find.records.queryOptions({ text: truncated(searched, MAX_FIND_LENGTH) }),
    enabled: wanted && searched.length >= MIN_FIND_LENGTH,
    staleTime: 10_000,
    retry: false,
  });
  return {
    query: {
      ...query,
      data: wanted && searched === text ? query.data : undefined,
      isError: wanted && searched === text && query.isError,
    },
    isSearching: wanted && (searched !== text || query.isFetching),
  };
}

const RECORD_ICONS = {
  handshake: Handshake,
  megaphone: Megaphone,
  mail: Mail,
  person: UserRound,
  file: FileText,
  chat: MessagesSquare,
} as const satisfies Record<FindSpec['icon'], unknown>;

/** Results of the server: the text is a keyword of each, so that the list's own filter keeps them. */
function PaletteRecords({
  group,
  text,
  onChoose,
}: {
  group: FoundGroup;
  text: string;
  onChoose: (path: string) => void;
}) {
  const { t } = useTranslation('palette');
  const { kind, icon, records, more } = group;
  const Icon = RECORD_ICONS[icon];
  return (
    <CommandGroup heading={t(`found.${kind}`)}>
      {records.map((record) => (
        <CommandItem
          key={record.id}
          value={`${kind}:${record.id}`}
          keywords={[text]}
          onSelect={() => onChoose(record.path)}
        >
          <Icon aria-hidden className="shrink-0 text-muted-foreground" />
          <bdi className="min-w-0 truncate-name">{record.title}</bdi>
          {record.detail ? (
            <Beside>
              <bdi>{record.detail}</bdi>
            </Beside>
          ) : null}
        </CommandItem>
      ))}
      {more ? (
        <CommandItem value={`${kind}:more`} keywords={[text]} onSelect={() => onChoose(more)}>
          <ListPlus aria-hidden className="text-muted-foreground" />
          <span className="min-w-0 text-muted-foreground">{t(`more.${kind as Exclude<FoundKind, 'person'>}`)}</span>
        </CommandItem>
      ) : null}
    </CommandGroup>
  );
}

const DOCUMENTS = '/payments?view=documents';

/** A section of a screen with a name of its own. */
function PaletteDocuments({ onChoose }: { onChoose: (path: string) => void }) {
  const { t } = useTranslation('palette');
  const title = t('documents');
  return (
    <CommandItem
      value={DOCUMENTS}
      keywords={[title, ...t('words.documents').split(/[,،，]\s*/u)]}
      onSelect={() => onChoose(DOCUMENTS)}
    >
      <FileText aria-hidden className="text-muted-foreground" />
      <span className="min-w-0 truncate-name">{title}</span>
      <Beside>
        <bdi dir="ltr">/payments</bdi>
      </Beside>
    </CommandItem>
  );
}

function PaletteScreen({
  screen,
  account,
  onChoose,
}: {
  screen: Screen;
  account: ShellAccount;
  onChoose: (path: string) => void;
}) {
  const { t } = useTranslation('palette');
  const titleOf = useScreenTitle();
  const title = titleOf(screen, account.persona);
  const area = areaOf(screen.path, account.persona);
  const Icon = area ? AREA_ICONS[area.icon] : Plus;
  const words = screen.words ? t(`words.${screen.words}`).split(/[,،，]\s*/u) : [];
  return (
    <CommandItem value={screen.path} keywords={[title, ...words]} onSelect={() => onChoose(screen.path)}>
      <Icon aria-hidden className="text-muted-foreground" />
      <span className="min-w-0 truncate-name">{title}</span>
      <Beside>
        <bdi dir="ltr">{screen.path}</bdi>
      </Beside>
    </CommandItem>
  );
}

/** At the end of the line in the page's direction, whatever the direction of its text. */
function Beside({ children }: { children: ReactNode }) {
  return <span className="ms-auto min-w-0 shrink-[2] truncate ps-3 text-xs text-muted-foreground">{children}</span>;
}
