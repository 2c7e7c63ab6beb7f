import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { Deck, DeckState } from './sound/deck.ts';
import classes from './Studio.module.css';

/** The files of a deck; a click loads one. */
export const DeckFiles = ({ name, deck, state }: { name: string; deck: Deck; state: DeckState }) => {
  if (state.files.length === 0) return null;
  return (
    <ol className={classes.list} aria-label={`Files of ${name}`}>
      {state.files.map(({ title }, at) => (
        // A file may be in the list more than once.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={`${at} ${title}`} className={classes.file} data-loaded={at === state.at || undefined}>
          <UnstyledButton
            className={classes.title}
            aria-current={at === state.at}
            disabled={state.isPlaying}
            onClick={() => deck.load(at)}
          >
            {title}
          </UnstyledButton>
          <ActionIcon
            size="sm"
            aria-label={`Remove ${title}`}
            disabled={at === state.at && state.isPlaying}
            onClick={() => deck.remove(at)}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        </li>
      ))}
    </ol>
  );
};
