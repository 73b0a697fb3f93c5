import { quotePowerShell } from '../powershell-quote.js'
import { isPlainName } from './shown-name.js'

/** A quoted name is a string unless `&` calls it. */
function shownCall(name: string): string {
  return isPlainName(name) ? name : `& ${quotePowerShell(name)}`
}

/** For Windows PowerShell 5.1 and PowerShell 7. The script contains the name once, as a literal. */
export function powershellScript(name: string): string {
  return `# Completion for PowerShell. Load it from $PROFILE with: ${shownCall(name)} completion powershell | Out-String | Invoke-Expression
& {
  $name = ${quotePowerShell(name)}
  Register-ArgumentCompleter -Native -CommandName $name -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $ErrorActionPreference = 'Continue'
    $words = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object {
      if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text }
    })
    $typed = $wordToComplete -replace '^[''"]', ''
    $question = [Convert]::ToBase64String([System.Text.Encoding]::UTF8.GetBytes((($words + $typed) -join [char]0)))
    try {
      $pattern = [System.Management.Automation.WildcardPattern]::Escape($name)
      $program = Get-Command -CommandType Application, ExternalScript -Name $pattern | Select-Object -First 1
      $answer = -join ($null | & $program __complete powershell $question 2>$null)
      $lines = [System.Text.Encoding]::UTF8.GetString([Convert]::FromBase64String($answer)).Split([char]10)
    } catch {
      return ''
    }
    $directive, $prefix, $value = $lines[0].Split([char]9)
    $results = @($lines | Select-Object -Skip 1 | Where-Object { $_ -ne '' } | ForEach-Object {
      $text, $word, $description = $_.Split([char]9)
      [System.Management.Automation.CompletionResult]::new($text, $word, 'ParameterValue', $description)
    })
    if ($directive -eq ':files' -or $directive -eq ':directories') {
      $results += @([System.Management.Automation.CompletionCompleters]::CompleteFilename($value) |
        Where-Object { $directive -eq ':files' -or $_.ResultType -eq 'ProviderContainer' } |
        ForEach-Object {
          $text = $prefix + $_.CompletionText
          [System.Management.Automation.CompletionResult]::new($text, $_.ListItemText, $_.ResultType, $_.ToolTip)
        })
    }
    # An empty word, or PowerShell would complete paths where none belong.
    if ($results.Count -eq 0) { '' } else { $results }
  }.GetNewClosure()
}
`
}
