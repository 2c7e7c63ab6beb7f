import { Alert, Button, Group, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { linkDays, SharedView, type SharedLink } from '#contract/api/shared-links.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import type { ViewSearch } from '#contract/api/saved-view.ts';
import { day } from '#web/lib/format.ts';
import { CopyField } from '#web/ui/CopyField.tsx';
import { useLinks, type LinksScope } from './shared-links-queries.ts';

type ShareDialogProps = { place: LinksScope; search: ViewSearch; onClose: () => void };

/** Creates a link that shows the current view to anyone who has it, and shows it to be copied. */
export const ShareDialog = ({ place, search, onClose }: ShareDialogProps) => {
  const { create } = useLinks(place);
  const [name, setName] = useState('');
  const [days, setDays] = useState<number>(30);
  const [link, setLink] = useState<SharedLink>();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    create.mutate({ name, days, ...viewOf(search) }, { onSuccess: setLink });
  };
  return (
    <Modal opened onClose={onClose} title="Share this view" closeOnClickOutside={false}>
      {link ? (
        <Stack>
          <Alert color="green" title="Link created">
            Anyone with the link can see this view until {day(link.expires)}, without signing in. You can revoke it
            under Scheduled reports.
          </Alert>
          <dl style={{ margin: 0, containerType: 'inline-size' }}>
            <CopyField label="Link" value={urlOf(link)} />
          </dl>
          <Group justify="flex-end">
            <Button onClick={onClose}>Done</Button>
          </Group>
        </Stack>
      ) : (
        <form onSubmit={submit}>
          <Stack>
            <TextInput
              label="Name"
              description="People who open the link see it as its title."
              value={name}
              maxLength={80}
              required
              data-autofocus
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
            <NativeSelect
              label="Valid for"
              description="Shows these statistics with this period and these filters, and nothing else."
              value={String(days)}
              onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
              data={linkDays.map((value) => ({ value: String(value), label: value === 1 ? '1 day' : `${value} days` }))}
            />
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" loading={create.isPending}>
                Create link
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
};

/** The URL of a link's page. */
export const urlOf = ({ path }: SharedLink): string => `${location.origin}${path ?? ''}`;

/** What the page's state says of the view; what a link does not keep, such as the page of a table, is left out. */
const viewOf = ({ station, ...search }: ViewSearch) => {
  const names = Object.keys(SharedView.shape);
  const view = Object.fromEntries(Object.entries(search).filter(([name]) => names.includes(name)));
  return { view, ...(typeof station === 'string' && { stationKey: station as StationKey }) };
};
