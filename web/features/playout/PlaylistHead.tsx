import { Checkbox, Table } from '@mantine/core';

type PlaylistHeadProps = { isFixed: boolean; chosen: number; total: number; onAll: (isOn: boolean) => void };

/** The headings of the playlist; its first box selects all. */
export const PlaylistHead = ({ isFixed, chosen, total, onAll }: PlaylistHeadProps) => (
  <Table.Thead>
    <Table.Tr>
      {!isFixed && (
        <>
          <Table.Th w={40} aria-label="Order" />
          <Table.Th w={40}>
            <Checkbox
              checked={total > 0 && chosen >= total}
              indeterminate={chosen > 0 && chosen < total}
              onChange={(event) => onAll(event.currentTarget.checked)}
              aria-label="Select all tracks"
            />
          </Table.Th>
        </>
      )}
      <Table.Th w={56} ta="end">
        #
      </Table.Th>
      <Table.Th w={48} aria-label="Preview" />
      <Table.Th>Title</Table.Th>
      <Table.Th visibleFrom="sm">Artist</Table.Th>
      <Table.Th visibleFrom="md">Album</Table.Th>
      <Table.Th w={90} ta="end">
        Duration
      </Table.Th>
      <Table.Th w={52} aria-label="Actions" />
    </Table.Tr>
  </Table.Thead>
);
