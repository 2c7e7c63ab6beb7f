import { Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import type { SiteContent } from '#contract/api/site.ts';
import { count } from '#web/lib/format.ts';
import { nameOfBlock } from './block-labels.ts';
import { siteChanges, type BlockChange, type PageChange, type SiteField } from './site-changes.ts';

type PublishDialogProps = {
  /** What visitors see now; null while the site isn't public. */
  published: SiteContent | null;
  draft: SiteContent;
  busy: boolean;
  onPublish: () => void;
  onClose: () => void;
};

/** Lists what visitors will see differently, block by block, before a draft is published. */
export const PublishDialog = ({ published, draft, busy, onPublish, onClose }: PublishDialogProps) => (
  <Modal opened onClose={onClose} title={published ? 'Publish these changes?' : 'Publish the site?'} size="lg">
    {published ? (
      <Changes published={published} draft={draft} />
    ) : (
      <Text size="sm">
        {`Visitors will see ${count(draft.pages.length, 'page')} with ${count(
          draft.pages.flatMap(({ blocks }) => blocks).length,
          'block',
        )}.`}
      </Text>
    )}
    <Group justify="flex-end" mt="lg">
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
      <Button onClick={onPublish} loading={busy}>
        Publish
      </Button>
    </Group>
  </Modal>
);

const Changes = ({ published, draft }: { published: SiteContent; draft: SiteContent }) => {
  const { fields, pages } = siteChanges(published, draft);
  return (
    <Stack gap="md" component="section" aria-label="Changes">
      {fields.length > 0 && (
        <div>
          <Text fw={600} size="sm">
            The whole site
          </Text>
          <List size="sm">
            {fields.map((field) => (
              <List.Item key={field}>{fieldNames[field]}</List.Item>
            ))}
          </List>
        </div>
      )}
      {pages.map((change) => (
        <PageChanges key={`${change.kind} ${change.page.path}`} change={change} />
      ))}
    </Stack>
  );
};

const fieldNames: Record<SiteField, string> = {
  title: 'Changed: the name of the site',
  language: 'Changed: the language',
  theme: 'Changed: colours and pictures',
  nav: 'Changed: whether the pages are listed at the top',
  seo: 'Changed: what search engines and link previews show',
  ads_txt: 'Changed: lines of ads.txt',
  order: 'Moved: the order of the pages',
};

const pageKinds = { added: 'Added page', removed: 'Removed page', changed: 'Page' };

const PageChanges = ({ change: { kind, page, before, blocks } }: { change: PageChange }) => (
  <div>
    <Text fw={600} size="sm">
      {`${pageKinds[kind]}: `}
      <bdi>{page.title}</bdi>
    </Text>
    <List size="sm">
      {before && (
        <List.Item>
          {before.title === page.title ? 'Address changed from ' : 'Renamed from '}
          <bdi>{before.title === page.title ? `/${before.path}` : before.title}</bdi>
        </List.Item>
      )}
      {blocks.map((one) => (
        <List.Item key={`${one.kind} ${one.block.id}`}>
          {`${blockKinds[one.kind]}: `}
          <bdi>{nameOfBlock(one.block)}</bdi>
          {one.fields.length > 0 && ` (${one.fields.map(fieldName).join(', ')})`}
        </List.Item>
      ))}
    </List>
  </div>
);

const blockKinds: Record<BlockChange['kind'], string> = {
  added: 'Added',
  removed: 'Removed',
  moved: 'Moved',
  changed: 'Changed',
};

/** The fields of blocks whose names in the contract aren't what their form calls them. */
const fieldName = (name: string): string =>
  ({ html: 'text', cta: 'button', alt: 'description', keys: 'choice', rows: 'broadcasts', items: 'links' })[name] ??
  name;
