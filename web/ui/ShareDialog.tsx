import { Button, Group, Modal, Stack, Title } from '@mantine/core';
import { IconShare3 } from '@tabler/icons-react';
import { CodeText } from './CodeText.tsx';
import { CopyButton, CopyField } from './CopyField.tsx';
import { QrCode } from './QrCode.tsx';
import classes from './ShareDialog.module.css';

/** A public page; `code` is HTML that plays it in other websites. */
export type Shared = { title: string; url: string; code?: string | undefined };

/** The pages on which a link is shared elsewhere: plain links, so that nothing of them is loaded here. */
const places: readonly [string, (link: string, title: string) => string][] = [
  ['Facebook', (link) => `https://www.facebook.com/sharer/sharer.php?u=${link}`],
  ['X', (link, title) => `https://x.com/intent/post?url=${link}&text=${title}`],
  ['WhatsApp', (link, title) => `https://wa.me/?text=${title}%20${link}`],
  ['Telegram', (link, title) => `https://t.me/share/url?url=${link}&text=${title}`],
  ['LinkedIn', (link) => `https://www.linkedin.com/sharing/share-offsite/?url=${link}`],
  ['Email', (link, title) => `mailto:?subject=${title}&body=${link}`],
];

/** The lazily loaded dialog of ShareButton. */
export const ShareDialog = ({ title, url, code, onClose }: Shared & { onClose: () => void }) => (
  <Modal opened onClose={onClose} title={`Share ${title}`} size="lg">
    <Stack>
      <div className={classes.link}>
        <QrCode link={url} name={title} />
        <div className={classes.words}>
          <dl className={classes.list}>
            <CopyField label="Link" value={url} />
          </dl>
          <Group gap="xs">
            {'share' in navigator && (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconShare3 size={16} aria-hidden />}
                // Closing the device's sheet without sharing is no failure.
                onClick={() => void navigator.share({ title, url }).catch(() => undefined)}
              >
                Another app
              </Button>
            )}
            {places.map(([name, addressOf]) => (
              <Button
                key={name}
                component="a"
                href={addressOf(encodeURIComponent(url), encodeURIComponent(title))}
                {...(name !== 'Email' && { target: '_blank' })}
                rel="noopener noreferrer"
                size="xs"
                variant="default"
              >
                {name}
              </Button>
            ))}
          </Group>
        </div>
      </div>
      {code !== undefined && (
        <section>
          <Group justify="space-between">
            <Title order={3} size="h5">
              For your website
            </Title>
            <CopyButton label="Player code" value={code} />
          </Group>
          <CodeText label="Player code" code={code} />
        </section>
      )}
    </Stack>
  </Modal>
);
