import { createColumnHelper, type ColumnDef } from '@tanstack/react-table';
import { byteSize, whole } from '#web/lib/format.ts';

export type DownloadRow = { downloads: number; uniques: number; totalBytes: number };

/** The last columns of every table of downloads. */
// oxlint-disable-next-line typescript/no-explicit-any -- a column's value type differs by column
export const downloadColumns = <T extends DownloadRow>(): ColumnDef<T, any>[] => {
  const column = createColumnHelper<T>();
  return [
    column.accessor((row) => row.downloads, {
      id: 'downloads',
      header: 'Downloads',
      cell: ({ row }) => whole(row.original.downloads),
      meta: { align: 'end' },
    }),
    column.accessor((row) => row.uniques, {
      id: 'uniques',
      header: 'Listeners',
      cell: ({ row }) => whole(row.original.uniques),
      meta: { align: 'end' },
    }),
    column.accessor((row) => row.totalBytes, {
      id: 'totalBytes',
      header: 'Data',
      cell: ({ row }) => byteSize(row.original.totalBytes),
      meta: { align: 'end' },
    }),
  ];
};
