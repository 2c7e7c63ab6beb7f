import { ActionIcon, Button, Group, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react';
import { limits } from '#contract/limits.ts';
import { blockTypes, type BlockType, type SiteBlock } from '#contract/site-blocks.ts';
import { brand } from '#brand/brand.ts';
import { blockLabels } from './block-labels.ts';
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

/** The blocks of a page in their order: selected, moved and removed by buttons. */
export const BlockList = ({ blocks, selected, wrong, readOnly, ...on }: BlockListProps) => (
  <>
    {blocks.length === 0 && (
      <Text size="sm" c="dimmed" mb="xs">
        This page is empty. Add its first block.
      </Text>
    )}
    <ol className={classes.blocks} aria-label="Blocks of the page">
      {blocks.map((block, i) => {
        const { name, icon: Icon } = blockLabels[block.type];
        const label = block.title === '' ? name : `${name}: ${block.title}`;
        return (
          <Group
            component="li"
            key={block.id}
            gap={4}
            wrap="nowrap"
            className={classes.block}
            data-selected={block.id === selected || undefined}
            data-wrong={wrong.has(block.id) || undefined}
          >
            <UnstyledButton
              className={classes.blockName}
              aria-pressed={block.id === selected}
              onClick={() => on.onSelect(block.id)}
            >
              <Icon size={18} aria-hidden />
              <span>
                <bdi>{label}</bdi>
                {wrong.has(block.id) && <span className={classes.problem}> needs your attention</span>}
              </span>
            </UnstyledButton>
            {!readOnly && (
              <>
                <ActionIcon aria-label={`Move ${label} up`} disabled={i === 0} onClick={() => on.onMove(i, i - 1)}>
                  <IconArrowUp size={16} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  aria-label={`Move ${label} down`}
                  disabled={i === blocks.length - 1}
                  onClick={() => on.onMove(i, i + 1)}
                >
                  <IconArrowDown size={16} aria-hidden />
                </ActionIcon>
                <ActionIcon aria-label={`Remove ${label}`} onClick={() => on.onRemove(block.id)}>
                  <IconX size={16} aria-hidden />
                </ActionIcon>
              </>
            )}
          </Group>
        );
      })}
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
