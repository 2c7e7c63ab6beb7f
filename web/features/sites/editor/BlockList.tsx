import { Button, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { limits } from '#contract/rules/limits.ts';
import { blockTypes, type BlockType, type SiteBlock } from '#contract/api/site-blocks.ts';
import { brand } from '#brand/brand.ts';
import { blockLabels } from './block-labels.ts';
import { BlockRow } from './BlockRow.tsx';
import classes from './Editor.module.css';

type BlockListProps = {
  blocks: readonly SiteBlock[];
  selected: string | undefined;
  /** The IDs of blocks with problems. */
  wrong: ReadonlySet<string>;
  readOnly: boolean;
  onSelect: (id: string) => void;
  onMove: (from: number, to: number) => void;
  onRemove: (id: string) => void;
  onAdd: (type: BlockType) => void;
};

/** The blocks of a page in their order: selected, moved by drag, keys and buttons, and removed. */
export const BlockList = ({ blocks, selected, wrong, readOnly, ...on }: BlockListProps) => (
  <>
    {blocks.length === 0 && (
      <Text size="sm" c="dimmed" mb="xs">
        This page is empty. Add its first block.
      </Text>
    )}
    <ol className={classes.blocks} aria-label="Blocks of the page">
      {blocks.map((block, i) => (
        <BlockRow
          key={block.id}
          block={block}
          index={i}
          total={blocks.length}
          isSelected={block.id === selected}
          isWrong={wrong.has(block.id)}
          readOnly={readOnly}
          onSelect={() => on.onSelect(block.id)}
          onMove={on.onMove}
          onRemove={() => on.onRemove(block.id)}
        />
      ))}
    </ol>
    {!readOnly && blocks.length < limits.siteBlocks && <AddBlock onAdd={on.onAdd} />}
  </>
);

/** The kinds of blocks, shown by a button. */
const AddBlock = ({ onAdd }: { onAdd: (type: BlockType) => void }) => {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  return (
    <>
      <Button
        variant="default"
        fullWidth
        leftSection={<IconPlus size={18} aria-hidden />}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        Add block
      </Button>
      {isOpen && (
        <ul className={classes.gallery} aria-label="Kinds of blocks">
          {blockTypes.filter(isOffered).map((type) => {
            const { name, about, icon: Icon } = blockLabels[type];
            return (
              <li key={type}>
                <UnstyledButton className={classes.kind} onClick={() => (onAdd(type), close())}>
                  <Icon size={20} aria-hidden />
                  <span>
                    <Text span size="sm" fw={500} display="block">
                      {name}
                    </Text>
                    <Text span size="xs" c="dimmed" display="block">
                      {about}
                    </Text>
                  </span>
                </UnstyledButton>
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
};

const isOffered = (type: BlockType): boolean =>
  (type !== 'player' || brand.flags.players) && (type !== 'partners' || brand.flags.partners);
