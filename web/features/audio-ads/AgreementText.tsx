import { List, Text, Title } from '@mantine/core';

/** The paragraphs, headings and lists of a Markdown text; nothing else of Markdown is needed in an agreement. */
export const AgreementText = ({ doc }: { doc: string }) =>
  doc
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
    // oxlint-disable-next-line react/no-array-index-key -- a text that does not change
    .map((block, i) => <Block key={i} block={block} />);

const Block = ({ block }: { block: string }) => {
  const heading = /^(#+) (.*)$/.exec(block);
  if (heading)
    return (
      <Title order={heading[1] === '#' ? 3 : 4} size="h5" mt="md" mb="xs">
        {heading[2]}
      </Title>
    );
  const lines = block.split('\n');
  if (lines.every((line) => /^([-*]|\d+\.) |^ {2,}/.test(line))) {
    const items = block.split(/\n(?=[-*] |\d+\. )/).map((item) => item.replace(/^([-*]|\d+\.) +/, ''));
    return (
      <List type={/^\d/.test(block) ? 'ordered' : 'unordered'} mb="sm" size="sm">
        {items.map((item) => (
          <List.Item key={item}>{item}</List.Item>
        ))}
      </List>
    );
  }
  return (
    <Text size="sm" mb="sm">
      {block}
    </Text>
  );
};
