import '@mantine/tiptap/styles.layer.css';
import { RichTextEditor, type RichTextEditorProps } from '@mantine/tiptap';
import { useEditor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { useEffect } from 'react';
import classes from './RichEditor.module.css';

type RichEditorProps = { label: string; value: string; onChange: (html: string) => void; error?: string | undefined };

/** Writes rich text: what the server lets through is what the tools offer. */
export const RichEditor = ({ label, value, onChange, error }: RichEditorProps) => {
  const editor = useEditor({
    // Its style would need a nonce of its own; ours is in the page's.
    injectCSS: false,
    extensions: [StarterKit.configure({ link: { openOnClick: false }, heading: { levels: [2, 3] } })],
    content: value,
    editorProps: { attributes: { 'aria-label': label, role: 'textbox', 'aria-multiline': 'true' } },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML()),
  });
  useEffect(() => {
    editor.setOptions({
      editorProps: {
        attributes: {
          'aria-label': label,
          role: 'textbox',
          'aria-multiline': 'true',
          ...(error !== undefined && { 'aria-invalid': 'true' }),
        },
      },
    });
  }, [editor, label, error]);
  return (
    <RichTextEditor editor={asTheirs(editor)} className={classes.root} data-error={error !== undefined || undefined}>
      <RichTextEditor.Toolbar>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Bold />
          <RichTextEditor.Italic />
          <RichTextEditor.Underline />
          <RichTextEditor.Strikethrough />
          <RichTextEditor.ClearFormatting />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.H2 />
          <RichTextEditor.H3 />
          <RichTextEditor.BulletList />
          <RichTextEditor.OrderedList />
          <RichTextEditor.Blockquote />
          <RichTextEditor.Code />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Link />
          <RichTextEditor.Unlink />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Undo />
          <RichTextEditor.Redo />
        </RichTextEditor.ControlsGroup>
      </RichTextEditor.Toolbar>
      <RichTextEditor.Content />
    </RichTextEditor>
  );
};

/** The same class, which its makers declare once for each way of importing it. */
const asTheirs = (editor: unknown) => editor as RichTextEditorProps['editor'];
