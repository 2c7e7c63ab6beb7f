import { Button, Tabs, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import type { Player } from '#contract/api/player.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { toastCopied, toastWarning } from '#web/lib/toasts.tsx';
import { CodeText } from '#web/ui/CodeText.tsx';
import classes from './Builder.module.css';

const QrCode = lazy(() => loadChunk(() => import('#web/ui/QrCode.tsx')).then((part) => ({ default: part.QrCode })));

const kinds = [
  ['script', 'Script', 'For most websites: puts the player where the line stands, or over the page.'],
  ['iframe', 'Iframe', 'Where scripts are not allowed. It always stands within the page.'],
  ['element', 'Element', 'For React, Vue and other templates: the script once, the element where you want it.'],
  ['link', 'WordPress', 'Paste this address alone into a line of its own; WordPress makes a player of it.'],
] as const;

/** The code of a player for websites, to be copied. */
export const CodeTabs = ({ player: { code, name } }: { player: Player }) => (
  <Tabs defaultValue="script" keepMounted={false}>
    <Tabs.List aria-label="Kinds of code" className={classes.tabs}>
      {kinds.map(([kind, label]) => (
        <Tabs.Tab key={kind} value={kind}>
          {label}
        </Tabs.Tab>
      ))}
      <Tabs.Tab value="qr">Link</Tabs.Tab>
    </Tabs.List>
    {kinds.map(([kind, label, text]) => (
      <Tabs.Panel key={kind} value={kind} pt="sm">
        <Code label={`${label} code`} text={text} code={code[kind]} />
      </Tabs.Panel>
    ))}
    <Tabs.Panel value="qr" pt="sm">
      <Code label="Link" text="Opens the player as a page of its own." code={code.link} />
      <Suspense>
        <div className={classes.qr}>
          <QrCode link={code.link} name={name} />
        </div>
      </Suspense>
    </Tabs.Panel>
  </Tabs>
);

const Code = ({ label, text, code }: { label: string; text: string; code: string }) => {
  const copy = (): void =>
    void navigator.clipboard
      .writeText(code)
      .then(toastCopied)
      .catch(() => toastWarning('Failed to copy to the clipboard', 'Please select and copy the text manually.'));
  return (
    <>
      <Text size="sm" c="dimmed" mb="xs">
        {text}
      </Text>
      <CodeText label={label} code={code} />
      <Button mt="sm" size="sm" variant="default" leftSection={<IconCopy size={16} aria-hidden />} onClick={copy}>
        Copy
      </Button>
    </>
  );
};
