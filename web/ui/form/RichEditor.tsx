import { EditorContent, useEditor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { useEffect } from 'react';
import classes from './RichEditor.module.css';
import rich from '../RichText.module.css';
import { RichTools } from './RichTools.tsx';

type RichEditorProps = { label: string; value: string; onChange: (html: string) => void; error?: string | undefined };

/** A rich text editor whose tools match what the server's sanitizer allows. */
export const RichEditor = ({ label, value, onChange, error }: RichEditorProps) => {
  const editor = useEditor({
    // Injected styles would need their own nonce; the page's style sheet has ours.
    injectCSS: false,
    extensions: [
      StarterKit.configure({
        link: { openOnClick: false, defaultProtocol: 'https' },
        heading: { levels: [2, 3] },
        codeBlock: false,
        horizontalRule: false,
      }),
    ],
    content: value,
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML()),
  });
  const isWrong = error !== undefined;
  useEffect(() => {
    const attributes = {
      role: 'textbox',
      class: rich['root'] ?? '',
      'aria-label': label,
      'aria-multiline': 'true',
      ...(isWrong && { 'aria-invalid': 'true' }),
    };
    editor.setOptions({ editorProps: { attributes } });
  }, [editor, label, isWrong]);
  return (
    <div className={classes.root} data-error={isWrong || undefined}>
      <RichTools editor={editor} label={label} />
      <EditorContent editor={editor} className={classes.content} />
    </div>
  );
};
