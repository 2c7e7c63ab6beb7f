import { lazy } from 'react';
import { loadChunk } from '#web/lib/chunks.ts';

/* The tables of downloads, loaded after the totals and the chart. */

const tables = () => loadChunk(() => import('./DownloadsTables.tsx'));

export const TitledTable = lazy(() => tables().then((part) => ({ default: part.TitledTable })));
export const AudienceTables = lazy(() => tables().then((part) => ({ default: part.AudienceTables })));
export const DownloadsByTime = lazy(() => tables().then((part) => ({ default: part.DownloadsByTime })));
export const RequestsTable = lazy(() =>
  loadChunk(() => import('./shared/RequestsTable.tsx')).then((part) => ({ default: part.RequestsTable })),
);
export const HowWeCount = lazy(() =>
  loadChunk(() => import('./HowWeCount.tsx')).then((part) => ({ default: part.HowWeCount })),
);
