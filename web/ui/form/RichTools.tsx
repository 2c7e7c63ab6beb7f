import { Button, UnstyledButton } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBlockquote,
  IconBold,
  IconClearFormatting,
  IconCode,
  IconH2,
  IconH3,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconStrikethrough,
  IconUnderline,
} from '@tabler/icons-react';
import { useEditorState, type ChainedCommands, type Editor } from '@tiptap/react';
import { useState, type FormEvent } from 'react';
import classes from './RichEditor.module.css';

type Tool = {
  name: string;
  icon: typeof IconBold;
  run: (chain: ChainedCommands) => ChainedCommands;
  /** Whether the format is active at the cursor; undefined for one-time actions. */
  isActive?: (editor: Editor) => boolean;
};

const mark = (name: string, icon: typeof IconBold, mark: string): Tool => ({
  name,
  icon,
  run: (chain) => chain.toggleMark(mark),
  isActive: (editor) => editor.isActive(mark),
});

const heading = (name: string, icon: typeof IconBold, level: 2 | 3): Tool => ({
  name,
  icon,
  run: (chain) => chain.toggleHeading({ level }),
  isActive: (editor) => editor.isActive('heading', { level }),
});
const tools: readonly (readonly Tool[])[] = [
  [
    mark('Bold', IconBold, 'bold'),
    mark('Italic', IconItalic, 'italic'),
    mark('Underline', IconUnderline, 'underline'),
    mark('Strikethrough', IconStrikethrough, 'strike'),
    mark('Code', IconCode, 'code'),
    { name: 'Clear formatting', icon: IconClearFormatting, run: (chain) => chain.unsetAllMarks().clearNodes() },
  ],
  [
    heading('Heading', IconH2, 2),
    heading('Smaller heading', IconH3, 3),
    {
      name: 'List',
      icon: IconList,
      run: (chain) => chain.toggleBulletList(),
      isActive: (editor) => editor.isActive('bulletList'),
    },
    {
      name: 'Numbered list',
      icon: IconListNumbers,
      run: (chain) => chain.toggleOrderedList(),
      isActive: (editor) => editor.isActive('orderedList'),
    },
    {
      name: 'Quotation',
      icon: IconBlockquote,
      run: (chain) => chain.toggleBlockquote(),
      isActive: (editor) => editor.isActive('blockquote'),
    },
  ],
  [
    { name: 'Undo', icon: IconArrowBackUp, run: (chain) => chain.undo() },
    { name: 'Redo', icon: IconArrowForwardUp, run: (chain) => chain.redo() },
  ],
];

/** The formatting toolbar, with the formats active at the cursor. */
export const RichTools = ({ editor, label }: { editor: Editor; label: string }) => {
  const [isLinking, setLinking] = useState(false);
  const active = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      names: tools.flatMap((group) => group.filter(({ isActive }) => isActive?.(now)).map(({ name }) => name)).join(),
      link: now.isActive('link'),
    }),
  });
  const activeNames = new Set(active.names.split(','));
  return (
    <>
      <div role="toolbar" aria-label={`Formatting: ${label}`} className={classes.tools}>
        {tools.map((group) => (
          <div key={group[0]?.name} className={classes.group}>
            {group.map(({ name, icon: Icon, run, isActive }) => (
              <UnstyledButton
                key={name}
                className={classes.tool}
                title={name}
                aria-label={name}
                aria-pressed={isActive && activeNames.has(name)}
                onClick={() => run(editor.chain().focus()).run()}
              >
                <Icon size={18} aria-hidden />
              </UnstyledButton>
            ))}
          </div>
        ))}
        <UnstyledButton
          className={classes.tool}
          title="Link"
          aria-label="Link"
          aria-pressed={active.link}
          onClick={() => setLinking(!isLinking)}
        >
          <IconLink size={18} aria-hidden />
        </UnstyledButton>
      </div>
      {isLinking && <LinkInput editor={editor} onDone={() => setLinking(false)} />}
    </>
  );
};

/** The URL of the selected text; handles Enter itself because it is inside the page's form. */
const LinkInput = ({ editor, onDone }: { editor: Editor; onDone: () => void }) => {
  const [href, setHref] = useState(() => (editor.getAttributes('link')['href'] as string | undefined) ?? '');
  const set = (event?: FormEvent): void => {
    event?.preventDefault();
    const to = href.trim();
    const chain = editor.chain().focus().extendMarkRange('link');
    if (to === '') chain.unsetLink().run();
    else chain.setLink({ href: /^(https?:|mailto:)/i.test(to) ? to : `https://${to}` }).run();
    onDone();
  };
  return (
    <div className={classes.link}>
      <input
        type="url"
        aria-label="Link URL"
        placeholder="https://"
        value={href}
        autoFocus
        onChange={({ currentTarget }) => setHref(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') set(event);
          if (event.key === 'Escape') onDone();
        }}
      />
      <Button size="compact-sm" onClick={() => set()}>
        Apply
      </Button>
    </div>
  );
};
