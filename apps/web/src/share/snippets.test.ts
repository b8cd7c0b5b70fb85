import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Share } from '@binnacle/contract'
import { CARD_SIZE } from '../../../server/src/share/views/card.ts'
import { badgeHtml, badgeMarkdown, CARD, cardHtml, pathOf } from './snippets.ts'

const share = {
  url: 'https://boat.example/v/T',
  embed_url: 'https://boat.example/embed/T',
  badge_url: 'https://boat.example/api/badge/T',
} as Share

test('a hostile name stays text in all of them', () => {
  const name = '</script>"><img onerror=alert(1)> [x](javascript:1) & `y`'
  for (const html of [cardHtml(share, name), badgeHtml(share, name)]) {
    assert.doesNotMatch(html, /<\/script>|<img onerror/)
    assert.match(html, /="&lt;\/script>&quot;>&lt;img onerror=alert\(1\)> /)
  }
  assert.equal(
    badgeMarkdown(share, name),
    '[![\\</script\\>"\\>\\<img onerror=alert(1)\\> \\[x\\](javascript:1) & \\`y\\`](https://boat.example/api/badge/T)](https://boat.example/v/T)',
  )
})

test('the card has the size that the service draws', () => {
  assert.deepEqual(CARD, CARD_SIZE)
  assert.equal(pathOf(share.url), '/v/T')
})
