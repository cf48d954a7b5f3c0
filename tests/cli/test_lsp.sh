# The Language Server Protocol: recorded messages of an editor, and what must not end the server.
. "$(dirname "$0")/lib.sh"

# message JSON: with its header. The numbers of positions count from 0.
message() { printf 'Content-Length: %d\r\n\r\n%s' "$(printf %s "$1" | wc -c)" "$1" >>"$WORK/in"; }
# The replies, one a line.
replies() { tr -d '\r' <"$WORK/out" | sed 's/Content-Length: [0-9]*$//; s/}Content-Length: [0-9]*/}/' | grep '^{' >"$WORK/lines"; cp "$WORK/lines" "$WORK/out"; }
serve() { run "$1" lsp; replies; }
begin='{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}'
end() { message '{"jsonrpc":"2.0","id":99,"method":"shutdown"}'; message '{"jsonrpc":"2.0","method":"exit"}'; }

open() { message "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didOpen\",\"params\":{\"textDocument\":{\"uri\":\"$1\",\"languageId\":\"x\",\"version\":1,\"text\":\"$2\"}}}"; }
change() { message "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didChange\",\"params\":{\"textDocument\":{\"uri\":\"$1\",\"version\":2},\"contentChanges\":[{\"text\":\"$2\"}]}}"; }
at() { message "{\"jsonrpc\":\"2.0\",\"id\":$1,\"method\":\"textDocument/$2\",\"params\":{\"textDocument\":{\"uri\":\"$3\"},\"position\":{\"line\":$4,\"character\":$5}}}"; }

game='(game \"Mine\" (players 2) (equipment {(board (square 3)) (piece \"Disc\" Each)}) (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))'
message "$begin"
message '{"jsonrpc":"2.0","method":"initialized","params":{}}'
open file:///games/mine.lud "$game"
change file:///games/mine.lud "(game \\\"\\ud83d\\ude00\\\" (players 2) (equipment {(bord (square 3))}))"
change file:///games/mine.lud "$game"
at 2 hover file:///games/mine.lud 0 46
at 3 completion file:///games/mine.lud 0 43
message '{"jsonrpc":"2.0","id":4,"method":"textDocument/formatting","params":{"textDocument":{"uri":"file:///games/mine.lud"},"options":{"tabSize":4,"insertSpaces":true}}}'
at 5 hover file:///other.lud 0 0
message '{"jsonrpc":"2.0","id":6,"method":"textDocument/implementation","params":{}}'
message '{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":3}}'
message 'no json'
message '{"jsonrpc":"2.0","method":"textDocument/didClose","params":{"textDocument":{"uri":"file:///games/mine.lud"}}}'
end
serve 0
json_line 1 result.capabilities.textDocumentSync.change 1
json_line 1 result.serverInfo.name ludens
json_line 2 method textDocument/publishDiagnostics
json_line 2 params.diagnostics '[]'
json_line 3 params.diagnostics.0.severity 1
json_line 3 params.diagnostics.0.source ludens
json_line 3 params.diagnostics.0.range.start.line 0
json_line 3 params.diagnostics.0.range.start.character 36
json_line 4 params.diagnostics '[]'
json_line 5 id 2
json_line 5 result.contents.kind markdown
json_line 6 id 3
json_line 6 result.0.label.? string
json_line 7 id 4
json_line 7 result.0.newText.? string
json_line 8 error.code -32602
json_line 9 error.code -32601
json_line 10 error.code -32700
json_line 11 params.diagnostics '[]'
json_line 12 id 99
json_line 12 result null

# every language: words of the document are completed
message "$begin"
open file:///a%20b/x.hrg 'domain Player = white | black\nPla'
at 2 completion file:///a%20b/x.hrg 1 3
open file:///x.kif '(role x)'
open untitled:Untitled-1 'what is this'
end
serve 0
json_line 3 result.0.label Player
json_line 3 result.# 1
json_line 4 params.uri file:///x.kif
json_line 5 params.diagnostics.# 1

# names: definition, uses, another name, an outline; a slip with what was meant
message "$begin"
open file:///n.hrg 'domain Player = w | b\ndomain Score = 0 | 1\ndomain Way = left | right\nway : Way\ngraph rules() {\n  player = w\n  way = Way(*)\n  $$ way\n  end()\n}\n'
at 2 definition file:///n.hrg 6 10
at 3 references file:///n.hrg 2 8
at 4 documentSymbol file:///n.hrg 0 0
message '{"jsonrpc":"2.0","id":5,"method":"textDocument/rename","params":{"textDocument":{"uri":"file:///n.hrg"},"position":{"line":7,"character":6},"newName":"turn"}}'
message '{"jsonrpc":"2.0","id":6,"method":"textDocument/rename","params":{"textDocument":{"uri":"file:///n.hrg"},"position":{"line":0,"character":8},"newName":"Who"}}'
at 7 hover file:///n.hrg 6 4
at 8 definition file:///n.hrg 4 30
open file:///slip.hrg 'domain Player = w | b\ndomain Score = 0\nwho : Plaier\ngraph rules() { end() }\n'
message '{"jsonrpc":"2.0","id":9,"method":"textDocument/codeAction","params":{"textDocument":{"uri":"file:///slip.hrg"},"range":{"start":{"line":2,"character":8},"end":{"line":2,"character":8}},"context":{"diagnostics":[]}}}'
message '{"jsonrpc":"2.0","id":10,"method":"textDocument/codeAction","params":{"textDocument":{"uri":"file:///slip.hrg"},"range":{"start":{"line":0,"character":0},"end":{"line":1,"character":0}},"context":{"diagnostics":[]}}}'
open file:///grey.hrg 'domain Player = w | b\ndomain Score = 0 | 1\ndomain Way = left | right\nway : Way\ngraph rules() {\n  player = w\n  way = Way(*)\n  $$ way\n  if way == left {\n    if way != left {\n      goals[b] = 1\n    }\n  }\n  player = b\n  end()\n}\n'
message '{"jsonrpc":"2.0","method":"textDocument/didSave","params":{"textDocument":{"uri":"file:///grey.hrg"}}}'
end
serve 0
out_has '"range":\{"start":\{"line":10,"character":0\},"end":\{"line":11,"character":0\}\},"severity":4,"tags":\[1\]'
json_line 2 params.diagnostics.# 1
json_line 3 result.range.start.line 2
json_line 3 result.range.start.character 7
json_line 4 result.# 3
json_line 5 result.# 9
json_line 5 result.0.name Player
json_line 5 result.0.detail domain
out_has '"id":5,"result":.*"newText":"turn".*"newText":"turn".*"newText":"turn"'
json_line 7 error.code -32803
json_line 8 result.contents.kind markdown
json_line 9 result null
json_line 10 params.diagnostics.# 1
json_line 11 result.0.title 'Change to Player'
out_has '"file:///slip.hrg":\[.*"character":6.*"newText":"Player"'
json_line 12 result '[]'

# before initialize, after shutdown, without shutdown, without a header
message '{"jsonrpc":"2.0","id":1,"method":"textDocument/hover","params":{}}'
message "$begin"
message '{"jsonrpc":"2.0","id":2,"method":"shutdown"}'
message '{"jsonrpc":"2.0","id":3,"method":"textDocument/hover","params":{}}'
message '{"jsonrpc":"2.0","method":"exit"}'
serve 0
json_line 1 error.code -32002
json_line 4 error.code -32600
message "$begin"
message '{"jsonrpc":"2.0","method":"exit"}'
serve 1
printf 'GET / HTTP/1.1\r\n\r\n' >"$WORK/in"
run 1 lsp
err_has 'Content-Length'
printf 'Content-Length: 99999999999\r\n\r\n{}' >"$WORK/in"
run 1 lsp
err_has 'Content-Length'
finish
