import { expect, test } from 'vitest';
import { formatXml } from './format-xml.ts';

test('puts each element on its own line, together with its text', () => {
  expect(
    formatXml(
      '<?xml version="1.0"?>\n<rss><channel><title>A &lt;b&gt;</title><x y="1"/><c><![CDATA[<p>1</p>]]></c><o><n>N</n></o></channel></rss>',
    ),
  ).toBe(
    [
      '<?xml version="1.0"?>',
      '<rss>',
      '  <channel>',
      '    <title>A &lt;b&gt;</title>',
      '    <x y="1"/>',
      '    <c><![CDATA[<p>1</p>]]></c>',
      '    <o>',
      '      <n>N</n>',
      '    </o>',
      '  </channel>',
      '</rss>',
    ].join('\n'),
  );
});
