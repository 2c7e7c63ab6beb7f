import { Checkbox, Table, VisuallyHidden } from '@mantine/core';

type PlaylistHeadProps = { isFixed: boolean; chosen: number; total: number; onAll: (isOn: boolean) => void };

/** The playlist's column headings; the checkbox selects all tracks. */
export const PlaylistHead = ({ isFixed, chosen, total, onAll }: PlaylistHeadProps) => (
  <Table.Thead>
    <Table.Tr>
      {!isFixed && (
        <>
          <Table.Th w={40}>
            <VisuallyHidden>Order</VisuallyHidden>
          </Table.Th>
          <Table.Th w={40} visibleFrom="sm">
            <Checkbox
              checked={total > 0 && chosen >= total}
              indeterminate={chosen > 0 && chosen < total}
              onChange={(event) => onAll(event.currentTarget.checked)}
              aria-label="Select all tracks"
            />
          </Table.Th>
        </>
      )}
      <Table.Th w={56} ta="end" visibleFrom="sm">
        #
      </Table.Th>
      <Table.Th w={48}>
        <VisuallyHidden>Preview</VisuallyHidden>
      </Table.Th>
      <Table.Th>Title</Table.Th>
      <Table.Th visibleFrom="sm">Artist</Table.Th>
      <Table.Th visibleFrom="md">Album</Table.Th>
      <Table.Th visibleFrom="lg">URL</Table.Th>
      <Table.Th w={90} ta="end" visibleFrom="sm">
        Duration
      </Table.Th>
      <Table.Th w={52}>
        <VisuallyHidden>Actions</VisuallyHidden>
      </Table.Th>
    </Table.Tr>
  </Table.Thead>
);
