import { createContext } from 'react';
import type { Crumb } from '@/components/page/PageHeader.tsx';

/** The crumbs of a page that names none: area and screen. Empty outside of the frame of the app. */
export const PageCrumbs = createContext<readonly Crumb[]>([]);
